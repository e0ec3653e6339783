/**
 * What the design and plan loops accepted, by the hash of its text (DPTR-50, DPTR-53, DPTR-71): a document that changed
 * since lost its acceptance.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Flag, type History, sha256, type Workplace } from '@sigma/engine'
import { slots } from '@sigma/protocol'
import { z } from 'zod'
import { readDocument, type Text } from './documents.ts'
import { notAccepted } from './errors.ts'

/** For commands that begin with what the design and plan loops accept. */
export const acceptFlag: Flag = {
  kind: 'boolean',
  brief: 'Accept by your word what the loops did not ("acceptance": "loops")',
}

/** The file of σ₂ beside the modules' folder. */
export const architectureFile = (modules: string): string =>
  join(dirname(modules), slots.find(({ name }) => name === 'patterns')?.file ?? '')

/** Null: there is none. Fails with `architecture-outside`, `architecture-unreadable`. */
export function readArchitecture(
  place: Pick<Workplace, 'root' | 'top' | 'inRepository'>,
  modules: string,
): Text | null {
  const file = architectureFile(modules)
  return existsSync(file) ? readDocument({ place }, 'architecture', file, '') : null
}

export interface AcceptedText {
  readonly path: string
  readonly blob: string
  /** The critic, or a person. */
  readonly by: string
}

const designState = z.object({
  accepted: z.array(z.object({ path: z.string(), blob: z.string(), by: z.string() })),
})

/** Of the newest runs first; also of runs that went no further. */
export function acceptedDesigns(history: Pick<History, 'runs'>): readonly AcceptedText[] {
  return history
    .runs()
    .filter(({ protocol }) => protocol === 'design')
    .flatMap(({ state }) => designState.safeParse(state).data?.accepted ?? [])
    .filter(({ by }) => by !== 'unaudited')
}

const planInput = z.object({ plan: z.object({ path: z.string() }) })
const planEvidence = z.object({ plan: z.string() })

/** A plan run completes by `PA`, or a person's word; what was accepted is the text that its gate let pass last. */
function acceptedPlans(history: Pick<History, 'runs' | 'verdicts' | 'blob'>): readonly Omit<AcceptedText, 'by'>[] {
  return history
    .runs()
    .filter(({ protocol, outcome }) => protocol === 'plan' && outcome === 'completed')
    .flatMap(({ run, input }) => {
      const path = planInput.safeParse(input).data?.plan.path
      const passed = history.verdicts(run).findLast(({ gate, verdict }) => gate === 'plan' && verdict === 'pass')
      if (path === undefined || passed === undefined) return []
      const { plan } = planEvidence.parse(JSON.parse(Buffer.from(history.blob(passed.evidence)).toString('utf8')))
      return [{ path, blob: blobOf(Buffer.from(plan)) }]
    })
}

export const blobOf = (bytes: Uint8Array): string => `sha256:${sha256(bytes)}`

export interface Demand {
  readonly history: Pick<History, 'runs' | 'verdicts' | 'blob'>
  readonly place: Pick<Workplace, 'root' | 'top' | 'inRepository'>
  /** Folder that holds the modules; absolute. */
  readonly modules: string
  /** Who has to have accepted: the loops, or the person, by beginning the run (D18). */
  readonly by: 'loops' | 'person'
  /** The person accepts by their word what the loops did not (DPTR-50). */
  readonly override: boolean
  readonly module: string
}

export interface Begun {
  readonly design: Text
  /** Null: there is to be one. */
  readonly plan: Text | null
}

/**
 * Paths of what nobody accepted but the person who begins the run, by their word. Fails with `architecture-not-accepted`,
 * `design-not-accepted`, `plan-not-accepted`.
 */
export function demandAcceptance(demand: Demand, { design, plan }: Begun): readonly string[] {
  const { history, place, modules, by, override, module } = demand
  if (by === 'person') return []
  const designs = acceptedDesigns(history)
  const rows = [
    {
      kind: 'architecture',
      text: readArchitecture(place, modules),
      accepted: designs,
      remedy: `sigma design ${module}`,
    },
    { kind: 'design', text: design, accepted: designs, remedy: `sigma design ${module}` },
    { kind: 'plan', text: plan, accepted: plan === null ? [] : acceptedPlans(history), remedy: `sigma plan ${module}` },
  ] as const
  const lacking = rows.flatMap(({ kind, text, accepted, remedy }) => {
    const earlier = accepted.filter(({ path }) => path === text?.path)
    if (text === null || earlier.some(({ blob }) => blob === blobOf(text.bytes))) return []
    return [{ kind, path: text.path, isChanged: earlier.length > 0, remedy }]
  })
  const [first] = lacking
  if (first !== undefined && !override) throw notAccepted(first)
  return lacking.map(({ path }) => path)
}
