/**
 * Turns whose limit is over and that go on for a little. That is noted beside the run's events, so that every program can
 * tell it: once for each piece of work that is asked for, also where a host dies and the turn is begun again (D3).
 */
import type { Ask, Message, Open } from '@sigma/protocol'
import { durationText } from '../perform/turn-limit.ts'
import type { Note, RunView } from '../views/views.ts'

/** An open turn that was reminded. */
export interface Reminder {
  readonly run: string
  readonly id: string
  readonly attempt: string
  readonly message: string
  /** ISO 8601, UTC. */
  readonly at: string
  /** When it is ended and a person is asked, unless it is over before. */
  readonly endsAt: string
}

/** Type of the note. */
export const reminderType = 'reminder'

/** `over`: the time that it had; `left`: the time that it still has. */
export function reminderNote(
  { id, role, phase }: Ask,
  open: Open,
  { over, left }: { readonly over: number; readonly left: number },
  now: number,
): Message {
  const message = `${role} has taken ${durationText(over)} in ${phase}; it is ended in ${durationText(left)}, and then you are asked`
  const endsAt = new Date(now + left).toISOString()
  return {
    type: reminderType,
    data: { message, id, attempt: open.attempt, work: workOf(open), limitMs: over, leftMs: left, endsAt },
  }
}

/** Whether it was reminded already, in this attempt or in one that was cut off. `notes`: all of the run's. */
export const wasReminded = (open: Open, notes: readonly Note[]): boolean =>
  notes.some(({ type, data }) => type === reminderType && data['work'] === workOf(open))

/** The same for attempts that follow on an interruption, and for no other. */
const workOf = ({ effect: { id }, openedTick, failures }: Open): string => `${id} ${openedTick} ${failures.length}`

/** Open turns of the run that were reminded. `notes`: all of the run's. */
export function remindersIn({ run, status, open }: RunView, notes: readonly Note[]): readonly Reminder[] {
  if (status === 'ended') return []
  return notes.flatMap(({ type, at, data: { id, attempt, message, endsAt } }): readonly Reminder[] => {
    if (type !== reminderType || typeof message !== 'string' || typeof endsAt !== 'string') return []
    const one = open.find((each) => each.attempt === attempt && each.id === id)
    return one === undefined ? [] : [{ run, id: one.id, attempt: one.attempt, message, at, endsAt }]
  })
}
