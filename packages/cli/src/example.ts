/** A design and a plan to begin with, for `sigma init --example <module>`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documentExists } from './errors.ts'

export interface ExampleFile {
  readonly path: string
  readonly text: string
}

/** Those that are not there yet: what stands in a document is work. Fails with `document-exists` before anything is written. */
export function exampleFiles(memoryBank: string, module: string, force: boolean): readonly ExampleFile[] {
  const folder = join(memoryBank, 'modules', module)
  const files = [
    { path: join(folder, 'design.md'), text: design(module) },
    { path: join(folder, 'tdd_plan.md'), text: plan(module) },
  ]
  const there = files.find(({ path }) => existsSync(path))
  if (there !== undefined && !force) throw documentExists(there.path)
  return files.filter(({ path }) => !existsSync(path))
}

export function writeExample({ path, text }: ExampleFile): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const design = (module: string): string => `# ${module}

What this module is for, in a sentence or two.

## Interface

\`\`\`ts
export function parse(text: string): number[]
export function format(numbers: number[]): string
\`\`\`

## Behaviour

- \`parse\` reads numbers separated by commas; an empty text gives an empty list; anything else throws a TypeError.
- \`format\` writes them back, separated by commas.
`

const plan = (module: string): string => `# TDD plan of ${module}

\`\`\`json
{
  "module": "${module}",
  "cycles": [
    { "id": "TDD_1", "interface": "parse", "phases": ["RED", "GREEN", "REFACTOR"], "batch": 1 },
    { "id": "TDD_2", "interface": "format", "phases": ["RED", "GREEN", "REFACTOR"], "batch": 1 }
  ],
  "batches": [{ "parallel": 2 }]
}
\`\`\`
`
