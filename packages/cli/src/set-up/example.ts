/** A design and a plan to begin with, for `sigma init --example <module>`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface ExampleFile {
  readonly path: string
  readonly text: string
}

/** The design and the plan of a module, as they are proposed. */
export function exampleFiles(memoryBank: string, module: string): readonly ExampleFile[] {
  const folder = join(memoryBank, 'modules', module)
  return [
    { path: join(folder, 'design.md'), text: design(module) },
    { path: join(folder, 'tdd_plan.md'), text: plan(module) },
  ]
}

/** What stands in a document is work, and stays. */
export const isMissing = ({ path }: ExampleFile): boolean => !existsSync(path)

/** Nobody has written anything in it so far. */
export const isAsProposed = ({ path, text }: ExampleFile): boolean =>
  existsSync(path) && readFileSync(path, 'utf8') === text

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
