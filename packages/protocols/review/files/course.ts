/** What became of a review, folded from its events alone. */
import type { Fold, Registered } from '@sigma/engine'
import type { Advance, Finding, Open, Recorded } from '@sigma/protocol'
import { z } from 'zod'
import { type ReviewFound, reviewFound } from '../machine/gate-parameters.ts'
import { type ReviewInput, reviewInputSchema } from '../machine/input.ts'

export interface ReviewCourse {
  readonly run: string
  readonly input: ReviewInput
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly lastAt: string
  readonly sequence: number
  /** The last judgement; null: there was none. */
  readonly found: (ReviewFound & { readonly findings: readonly Finding[]; readonly evidence: string }) | null
  /** The reviewer's last answer, whether it was taken or not. */
  readonly said: { readonly code: string; readonly message: string } | null
  readonly standing: readonly { readonly open: Open }[]
  readonly end: ReviewEnd | null
}

export interface ReviewEnd {
  readonly outcome: string
  readonly summary: string
  readonly reasons: readonly Finding[]
  /** Null: it was aborted. */
  readonly code: string | null
}

/** A run that is being folded; `course` is null before its first event. */
export interface Folding {
  readonly course: ReviewCourse | null
  readonly fold: Fold
}

export const beginning = (protocol: Registered): Folding => ({ course: null, fold: protocol.fresh })

export function after(before: Folding, recorded: Recorded): Folding {
  const { advance, fold } = before.fold.next(recorded)
  const { envelope, event } = recorded
  const course = before.course ?? begun(recorded)
  const applied = advance.disposition === 'applied'
  return {
    fold,
    course: {
      ...course,
      lastAt: envelope.at,
      sequence: envelope.sequence,
      found: applied && event.kind === 'judged' ? foundIn(event) : course.found,
      said: applied && event.kind === 'answered' ? { code: event.code, message: event.message } : course.said,
      standing: Object.values(advance.kernel.open).map((open) => ({ open })),
      end: endOf(advance) ?? course.end,
    },
  }
}

function begun({ envelope, event }: Recorded): ReviewCourse {
  return {
    run: envelope.run,
    input: reviewInputSchema.parse(event.kind === 'started' ? event.input : null),
    startedAt: envelope.at,
    lastAt: envelope.at,
    sequence: 0,
    found: null,
    said: null,
    standing: [],
    end: null,
  }
}

function foundIn(event: Extract<Recorded['event'], { kind: 'judged' }>): ReviewCourse['found'] {
  const { data } = reviewFound.safeParse(event.data)
  return data === undefined ? null : { ...data, findings: event.findings, evidence: event.evidence }
}

const resultSchema = z.object({ code: z.string() })

function endOf({ effects }: Pick<Advance<unknown>, 'effects'>): ReviewEnd | null {
  const end = effects.find((effect) => effect.kind === 'end')
  if (end === undefined) return null
  const { outcome, summary, reasons, result } = end
  return { outcome, summary, reasons, code: resultSchema.safeParse(result).data?.code ?? null }
}
