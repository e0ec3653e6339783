/** What became of a plan run, folded from its events alone: who said what in which round, and how it stands. */
import type { Fold, Registered } from '@sigma/engine'
import type { Effect, Open, Recorded } from '@sigma/protocol'
import { z } from 'zod'
import { type Said, saidIn } from '../../writing/dialogue.ts'
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
  const said = advance.disposition === 'applied' ? saidIn(recorded, open, passes) : []
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

const passes = 'Nothing in it keeps it from being built.'

const resultSchema = z.object({ acceptedBy: z.string(), evidence: z.string().nullable() })

function endOf(effects: readonly Effect[]): PlanEnd | null {
  const end = effects.find((effect) => effect.kind === 'end')
  if (end === undefined) return null
  const { data } = resultSchema.safeParse(end.result)
  const accepted = data === undefined ? null : { by: data.acceptedBy, evidence: data.evidence }
  return { outcome: end.outcome, summary: end.summary, accepted }
}
