import { type DesignInput, designInputSchema } from './input.ts'

export interface SampleDesign {
  readonly rounds?: number | undefined
  readonly reasks?: number | undefined
  readonly crashes?: number | undefined
  readonly asks?: number | undefined
  /** Designs that lie there. */
  readonly modules?: number | undefined
  readonly wish?: string | undefined
  readonly designer?: boolean | undefined
  readonly audit?: boolean | undefined
  readonly acceptance?: DesignInput['acceptance'] | undefined
  /** There is no architecture. */
  readonly isSmall?: boolean | undefined
  /** What lies there was accepted before. */
  readonly isKnown?: boolean | undefined
}

const folder = 'memory-bank/modules'
const sampleModules: readonly string[] = ['text', 'shop', 'api']
export const sampleBlob = (digit: string): string => `sha256:${digit.repeat(64)}`

/** Input of an imaginary run, with the usual limits unless told. */
export function sampleDesignInput(sample: SampleDesign = {}): DesignInput {
  const { modules = 2, wish = null, acceptance = 'critic', isSmall = false, isKnown = false } = sample
  const { rounds = 5, reasks = 1, crashes = 0, asks = 600, audit = true, designer = wish !== null } = sample
  const designs = sampleModules.slice(0, modules).map((module, at) => ({
    module,
    design: { path: `${folder}/${module}/design.md`, blob: sampleBlob(`${at}`) },
  }))
  const architecture = { path: 'memory-bank/systemPatterns.md', blob: isSmall ? null : sampleBlob('a') }
  const lying = [architecture, ...designs.map(({ design }) => design)]
  return designInputSchema.parse({
    subject: wish === null ? 'architecture' : null,
    session: 'DESIGN_20260101T000000Z_sample',
    base: '1'.repeat(40),
    wish,
    architecture,
    folder,
    modules: designs,
    known: isKnown ? lying.flatMap(({ path, blob }) => (blob === null ? [] : [{ path, blob, by: 'ann' }])) : [],
    designer,
    audit,
    acceptance,
    guarded: [],
    limits: { rounds, reasks, crashes, asks, turnMs: 1_800_000, decisionMs: 604_800_000 },
    budgets: [],
    prompts: [],
  })
}
