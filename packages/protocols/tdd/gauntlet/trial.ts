/** A run of the TDD loop on a ground: a module with design and plan, and limits at which the first refusal ends it. */
import { relative } from 'node:path/posix'
import type { Theirs, Trial, TrialBeginning, TrialGround } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import type { Variant } from './honest/variant.ts'

interface Spec {
  /** Time limit of a turn, as in the configuration. */
  readonly turn?: string
  /** Of refactoring and review. */
  readonly rounds: number
  /** What the honest agent is to be; absent: the program of this name is itself. */
  readonly variant?: Variant
  readonly decide?: string | null
  /** Tests are held back from the developer. */
  readonly holds?: boolean
}

export function trialOf(id: string, { turn = '60s', rounds, variant, decide = null, holds = false }: Spec): Trial {
  return {
    id,
    agent: variant === undefined ? id : 'honest',
    variant: variant === undefined ? null : jsonOf(variant),
    limits: { turn, rounds, tries: 1, reasks: 0 },
    tests: { held: holds ? 'auto' : 'off' },
    decide,
    begin: (ground) => begin(id, variant, ground),
  }
}

function begin(id: string, variant: Variant | undefined, { theirs, layout }: TrialGround): TrialBeginning {
  const folder = `${theirs.memoryBank}/modules/${id}`
  const typed = layout.language === 'ts' ? 'slug(text: string): string' : 'slug(text)'
  const { signature, names } = variant ?? { signature: `export function ${typed}`, names: 'slug' }
  const code = `\`\`\`${layout.language}
${signature}
\`\`\``
  const own = [layout.source, layout.test].map((path) => relative(theirs.folder, path))
  const files = variant?.planned === true ? ` [files: ${own.join(', ')}]` : ''
  return {
    files: {
      [`${folder}/design.md`]: `# ${id}

A task of the gauntlet.

## Interface

${code}
`,
      [`${folder}/tdd_plan.md`]: `Batch₁: (parallel 1)
□ TDD₁: Work (${names}) → ℜ→ℜᴳ→ℜᶠ${files}
`,
    },
    roles: ['qa', 'dev'],
    command: ['tdd', id],
  }
}

/** Tests may be called wrong, and put right. */
export const mayExchange = ({ limits }: Theirs): boolean => limits['exchanges'] !== 0
