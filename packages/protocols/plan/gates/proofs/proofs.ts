/** That the gate can refuse, and passes a good plan. */
import type { GateProof } from '@sigma/engine'
import { z } from 'zod'
import type { PlanParameters } from '../../machine/gate-parameters.ts'

const designPath = 'memory-bank/modules/text/design.md'
const planPath = 'memory-bank/modules/text/tdd_plan.md'

const design = `# Text

## Interface

\`\`\`ts
export function slugify(text: string): string
export function truncate(text: string, length: number): string
\`\`\`
`

const cycle = (number: number, name: string, files: string): string =>
  `□ TDD_${number}: ${name} → ℜ→ℜᴳ→ℜᶠ [files: ${files}]`

const slugify = cycle(1, 'slugify', 'src/slugify.js, test/slugify.test.js')
const truncate = cycle(2, 'truncate', 'src/truncate.js, test/truncate.test.js')
const batch = (number: number, ...lines: readonly string[]): string =>
  [`Batch_${number}: (parallel 2)`, ...lines, ''].join('\n')

const parameters = (base: string): PlanParameters => ({
  module: 'text',
  base,
  design: { path: designPath, blob: null },
  plan: { path: planPath, blob: null },
  folder: '',
  tests: ['test/**'],
  source: ['src/**'],
  parallel: 2,
  opinions: 'refuse',
})

const many = Array.from({ length: 150 }, (_, at) => `functionWithALongName${at}`)
const declared = (name: string): string => `export function ${name}(${'text: string, '.repeat(12)}last: string): string`
const cycleOf = (name: string, at: number): string => cycle(at + 1, name, `src/${name}.js, test/${name}.test.js`)

interface Change {
  readonly design?: string
  readonly parameters?: Partial<PlanParameters>
}

function proof(rule: string | null, title: string, plan: string | null, change: Change = {}): GateProof {
  const { design: written = design } = change
  return {
    gate: 'plan',
    rule,
    title,
    before: { [designPath]: rule === 'design-changed' ? design : written },
    after: { [designPath]: written, ...(plan !== null && { [planPath]: plan }) },
    others: {},
    parameters: async ({ before }) =>
      z.record(z.string(), z.json()).parse({ ...parameters(before), ...change.parameters }),
  }
}

export const proofs: readonly GateProof[] = [
  proof(null, 'two cycles side by side, each with files of its own', batch(1, slugify, truncate)),
  proof('no-plan', 'no plan where it belongs', null),
  proof('no-plan', 'a text that holds no plan', '# Plan\n\nTo be written.\n'),
  proof('design-changed', 'a plan that changes the design', batch(1, slugify, truncate), {
    design: `${design}\nMore.\n`,
  }),
  proof('document-touched', 'a cycle that would change the design', batch(1, cycle(1, 'slugify', designPath))),
  proof(
    'interface-unknown',
    'a cycle about what is not designed',
    batch(1, slugify, cycle(2, 'shout', 'src/shout.js')),
  ),
  proof(
    'file-shared',
    'two cycles of a batch that change one file',
    batch(1, slugify, cycle(2, 'truncate', 'src/slugify.js')),
  ),
  proof('need-not-before', 'a cycle that needs another of its batch', batch(1, slugify, `${truncate} [needs: TDD_1]`)),
  proof('parallel', 'four cycles at a time', batch(1, slugify, truncate).replace('parallel 2', 'parallel 4')),
  proof('cycle-without-files', 'a cycle without files', batch(1, '□ TDD_1: slugify → ℜ→ℜᴳ→ℜᶠ', truncate)),
  proof(
    'unit-with-integration',
    'unit tests mixed with integration tests',
    batch(1, cycle(1, 'slugify', 'src/slugify.js, test/slugify.test.js, test/integration/text.test.js'), truncate),
  ),
  proof(
    'over-split',
    'more cycles than components',
    batch(1, slugify, truncate) + batch(2, cycle(3, 'More of it (slugify)', 'src/slugify.js')),
  ),
  proof('too-many-cycles', 'two cycles where one was wanted', batch(1, slugify, truncate), { parameters: { most: 1 } }),
  proof('plan-too-large', 'more cycles than one run can be handed', batch(1, ...many.map(cycleOf)), {
    design: `# Text\n\n## Interface\n\n\`\`\`ts\n${many.map(declared).join('\n')}\n\`\`\`\n`,
  }),
  proof('no-batching', 'independent cycles, one after another', batch(1, slugify) + batch(2, truncate)),
]
