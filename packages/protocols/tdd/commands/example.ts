/** A design and a plan to begin with. */
import { join } from 'node:path'
import type { Example } from '@sigma/engine'
import { moduleName } from '../../modules/module-name.ts'
import { modulesIn } from '../../modules/planned-modules.ts'

export const example: Example = {
  subject: { placeholder: 'module', read: moduleName },
  documents: ['design', 'plan'],
  files: (bank, module) => {
    const folder = join(bank, 'modules', module)
    return [
      { path: join(folder, 'design.md'), text: design(module) },
      { path: join(folder, 'tdd_plan.md'), text: plan(module) },
    ]
  },
  ready: modulesIn,
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
