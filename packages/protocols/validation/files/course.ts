/** What a validation told, folded from its events alone: its messages and the log of them, and how it stands. */
import type { Fold, Registered } from '@sigma/engine'
import type { Effect, Open, Recorded } from '@sigma/protocol'
import { z } from 'zod'
import { byText } from '../machine/fingerprint.ts'
import { type ValidationInput, validationInputSchema } from '../machine/input.ts'
import { acknowledgementOfRequest } from '../machine/messages/receipts.ts'
import { idOfTold, type MessageRecord, stampedRecord, type Told, toldSchema } from '../machine/records/record.ts'
import { timestampOf } from '../machine/records/times.ts'
import { runOutcomes } from '../machine/state.ts'
import { nothing } from '../messages/blocks.ts'
import type { LogEntry } from '../messages/log.ts'

export interface ValidationCourse {
  readonly run: string
  readonly input: ValidationInput
  /** ISO 8601, UTC. */
  readonly startedAt: string
  /** Never falls, also where the wall clock was set back (VAL-96). */
  readonly lastAt: string
  readonly sequence: number
  /** Oldest first. */
  readonly messages: readonly SentMessage[]
  readonly standing: readonly { readonly open: Open }[]
  readonly end: ValidationEnd | null
}

export interface SentMessage {
  /** Null: its form has none. */
  readonly id: string | null
  readonly record: MessageRecord
  readonly entry: LogEntry
  readonly specialist: string | null
}

export interface ValidationEnd {
  readonly outcome: string
  readonly said: (typeof runOutcomes)[number]
  readonly summary: string
}

/** A run that is being folded; `course` is null before its first event. */
export interface Folding {
  readonly course: ValidationCourse | null
  readonly fold: Fold
}

export const beginning = (protocol: Registered): Folding => ({ course: null, fold: protocol.fresh })

export function after(before: Folding, recorded: Recorded): Folding {
  const { advance, fold } = before.fold.next(recorded)
  const course = before.course ?? begun(recorded)
  const { at, sequence } = recorded.envelope
  const lastAt = laterOf(at, course.lastAt)
  const told = [...received(course, before, recorded), ...advance.effects.flatMap(toldIn)]
  return {
    fold,
    course: {
      ...course,
      lastAt,
      sequence,
      messages: told.reduce((messages, each) => withMessage(messages, each, course.input, lastAt), course.messages),
      standing: Object.values(advance.kernel.open).map((each) => ({ open: each })),
      end: endOf(advance.effects) ?? course.end,
    },
  }
}

/** Of two times in ISO 8601, UTC. */
const laterOf = (one: string, other: string): string => [one, other].toSorted(byText).at(-1) ?? one

function begun({ envelope, event }: Recorded): ValidationCourse {
  return {
    run: envelope.run,
    input: validationInputSchema.parse(event.kind === 'started' ? event.input : null),
    startedAt: envelope.at,
    lastAt: envelope.at,
    sequence: 0,
    messages: [],
    standing: [],
    end: null,
  }
}

function toldIn(effect: Effect): readonly Told[] {
  if (effect.kind !== 'tell') return []
  const { data } = toldSchema.safeParse(effect.message.data)
  return data === undefined ? [] : [data]
}

/** A turn that begins has its request: that is what acknowledges it (VAL-12). The session of a turn that is begun again is none. */
function received(
  { input, messages }: ValidationCourse,
  before: Folding,
  { event, envelope }: Recorded,
): readonly Told[] {
  if (event.kind !== 'begun') return []
  const open = before.fold.kernel?.open[event.id]
  if (open?.effect.kind !== 'ask' || open.attempt !== envelope.attempt || open.effect.brief.type !== 'fix') return []
  const request = messages.findLast(({ record }) => record.kind === 'fix-request')
  if (request === undefined || request.id === null || request.record.kind !== 'fix-request') return []
  const isAcknowledged = messages.some(
    ({ record }) => record.kind === 'acknowledgement' && record.body.message === request.id,
  )
  return isAcknowledged ? [] : [toldSchema.parse(acknowledgementOfRequest(input, request.record.body, request.id))]
}

function withMessage(
  messages: readonly SentMessage[],
  told: Told,
  input: ValidationInput,
  at: string,
): readonly SentMessage[] {
  const id = idOfTold(told, at, new Set(messages.flatMap((each) => each.id ?? [])))
  const record = stampedRecord(told, at, id)
  if (record === null) return messages
  const { specialist, iteration, ...rest } = told.entry
  const entry: LogEntry = {
    schema: 1,
    id: `LOG-${input.issue.number}-${iteration}-${messages.length + 1}`,
    timestamp: timestampOf(at),
    message: id ?? nothing,
    iteration,
    ...rest,
  }
  return [...messages, { id, record, entry, specialist }]
}

const resultSchema = z.object({ outcome: z.enum(runOutcomes) })

function endOf(effects: readonly Effect[]): ValidationEnd | null {
  const end = effects.find((effect) => effect.kind === 'end')
  const { data } = resultSchema.safeParse(end?.result)
  if (end === undefined || data === undefined) return null
  return { outcome: end.outcome, said: data.outcome, summary: end.summary }
}
