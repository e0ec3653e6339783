/** Who said what in which round, read from a run's events. */
import { type Finding, type JsonObject, type Open, type Recorded, roleNamed, type Stage } from '@sigma/protocol'
import { z } from 'zod'

/** One step of a dialogue. */
export interface Said {
  readonly at: string
  readonly sequence: number
  /** What it was about, as its effect says it; empty: the whole run. */
  readonly unit: string
  readonly round: number
  /** Code name of a role, `sigma`, or who decided. */
  readonly by: string
  /** A status code of an agent; a verdict of Sigma's; the name of an option; the cause of a failure. */
  readonly status: string
  readonly message: string
  readonly findings: readonly Finding[]
}

/** `passes`: what a verdict without findings says. `open`: the effects that were open before the event. */
export function saidIn(
  { envelope, event }: Recorded,
  open: Readonly<Record<string, Open>>,
  passes: string,
): readonly Said[] {
  if (!('id' in event)) return []
  const effect = open[event.id]?.effect
  if (effect === undefined) return []
  const { at, sequence } = envelope
  const { unit = '', round = 0 } = effect.at
  const shared = { at, sequence, unit, round, findings: [] }
  const by = effect.kind === 'ask' ? effect.role : 'sigma'
  switch (event.kind) {
    case 'answered':
      return [{ ...shared, by, status: event.code, message: event.message }]
    case 'judged': {
      const { verdict, findings } = event
      return [{ ...shared, by, status: verdict, message: verdict === 'pass' ? passes : textOf(findings), findings }]
    }
    case 'failed':
      return [{ ...shared, by, status: event.cause, message: textOf(event.findings), findings: event.findings }]
    case 'decided':
      return [{ ...shared, by: event.by, status: event.option, message: noteIn(event.input) }]
    default:
      return []
  }
}

const textOf = (findings: readonly Finding[]): string => findings.map(({ message }) => message).join(' ')

const noteSchema = z.object({ note: z.string() })
const noteIn = (input: unknown): string => noteSchema.safeParse(input).data?.note ?? ''

/** As reports have it; agents by their names on the wire: `Ω₂ˢ`. */
export const entryIn =
  (stage: Stage) =>
  ({ at, sequence, round, by, status, message, findings }: Said): JsonObject => ({
    ts: at,
    sequence,
    round,
    by: wireName(by, stage),
    status,
    message,
    rules: [...new Set(findings.map(({ rule }) => rule))],
  })

export function wireName(by: string, stage: Stage): string {
  const role = roleNamed(by, stage)
  return role.kind === 'role' ? role.symbol : by
}
