/** What became of a plan run, folded from its events alone: who said what in which round, and how it stands. */
import type { Fold, Registered } from '@sigma/engine'
import type { Effect, Finding, Open, Recorded, Verdict } from '@sigma/protocol'
import { z } from 'zod'
import { type PlanInput, planInputSchema } from '../machine/input.ts'

export interface PlanCourse {
  readonly run: string
  readonly input: PlanInput
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly lastAt: string
  readonly sequence: number
  /** Oldest first. */
  readonly said: readonly Said[]
  readonly standing: readonly { readonly open: Open }[]
  readonly end: PlanEnd | null
}

/** One step of the negotiation. */
export interface Said {
  readonly at: string
  readonly sequence: number
  readonly round: number
  /** `spec`, `critic`, `sigma`, or who decided. */
  readonly by: string
  /** A status code of an agent; a verdict of Sigma's; the name of an option; the cause of a failure. */
  readonly status: string
  readonly message: string
  readonly findings: readonly Finding[]
}

export interface PlanEnd {
  readonly outcome: string
  readonly summary: string
  /** Null: no plan was accepted. */
  readonly accepted: { readonly by: string; readonly evidence: string | null } | null
}

/** A run that is being folded; `course` is null before its first event. */
export interface Folding {
  readonly course: PlanCourse | null
  readonly fold: Fold
}

export const beginning = (protocol: Registered): Folding => ({ course: null, fold: protocol.fresh })

export function after(before: Folding, recorded: Recorded): Folding {
  const { advance, fold } = before.fold.next(recorded)
  const course = before.course ?? begun(recorded)
  const { at, sequence } = recorded.envelope
  const open = before.fold.kernel?.open ?? {}
  const said = advance.disposition === 'applied' ? saidIn(recorded, open) : []
  return {
    fold,
    course: {
      ...course,
      lastAt: at,
      sequence,
      said: [...course.said, ...said],
      standing: Object.values(advance.kernel.open).map((each) => ({ open: each })),
      end: endOf(advance.effects) ?? course.end,
    },
  }
}

function begun({ envelope, event }: Recorded): PlanCourse {
  return {
    run: envelope.run,
    input: planInputSchema.parse(event.kind === 'started' ? event.input : null),
    startedAt: envelope.at,
    lastAt: envelope.at,
    sequence: 0,
    said: [],
    standing: [],
    end: null,
  }
}

function saidIn({ envelope, event }: Recorded, open: Readonly<Record<string, Open>>): readonly Said[] {
  if (!('id' in event)) return []
  const effect = open[event.id]?.effect
  if (effect === undefined) return []
  const { at, sequence } = envelope
  const shared = { at, sequence, round: effect.at.round ?? 0, findings: [] }
  const by = effect.kind === 'ask' ? effect.role : 'sigma'
  switch (event.kind) {
    case 'answered':
      return [{ ...shared, by, status: event.code, message: event.message }]
    case 'judged':
      return [
        {
          ...shared,
          by,
          status: event.verdict,
          message: verdictText(event.verdict, event.findings),
          findings: event.findings,
        },
      ]
    case 'failed':
      return [
        {
          ...shared,
          by,
          status: event.cause,
          message: event.findings.map(({ message }) => message).join(' '),
          findings: event.findings,
        },
      ]
    case 'decided':
      return [{ ...shared, by: event.by, status: event.option, message: noteIn(event.input) }]
    default:
      return []
  }
}

const verdictText = (verdict: Verdict, findings: readonly Finding[]): string =>
  verdict === 'pass' ? 'Nothing in it keeps it from being built.' : findings.map(({ message }) => message).join(' ')

const noteSchema = z.object({ note: z.string() })
const noteIn = (input: unknown): string => noteSchema.safeParse(input).data?.note ?? ''

const resultSchema = z.object({ acceptedBy: z.string(), evidence: z.string().nullable() })

function endOf(effects: readonly Effect[]): PlanEnd | null {
  const end = effects.find((effect) => effect.kind === 'end')
  if (end === undefined) return null
  const { data } = resultSchema.safeParse(end.result)
  const accepted = data === undefined ? null : { by: data.acceptedBy, evidence: data.evidence }
  return { outcome: end.outcome, summary: end.summary, accepted }
}
