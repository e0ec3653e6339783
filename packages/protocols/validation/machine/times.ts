/**
 * The time of operations: a timer for the one under way, and one for the whole iteration (VAL-59). While the run pauses none
 * counts; what was left is left (VAL-20).
 */
import { change, type Draft, limitsOf, specialistIn, tell } from './draft.ts'
import { iterationMsOf } from './input.ts'
import { timeoutEvent, timeoutReminder } from './messages/lateness.ts'
import { atOf, idOf } from './places.ts'
import type { OperationName } from './records/bodies.ts'
import type { Specialist, Times } from './state.ts'

export const noTimes: Times = { since: null, operation: null, iterationMs: null }

/** Begins an operation; `whole`: a new iteration's time begins with it. */
export function beginOperation(draft: Draft, name: string, operation: OperationName, whole: boolean): void {
  stopTimers(draft, name)
  const { extraMs, times } = specialistIn(draft, name)
  const limits = limitsOf(draft)
  const limitMs =
    extraMs + { validation: limits.checkMs, fix: limits.fixMs, 're-validation': limits.recheckMs }[operation]
  const iterationMs = whole ? iterationMsOf(limits) + extraMs : spent(times, draft.tick).iterationMs
  const begun = { name: operation, limitMs, spentMs: 0, leftMs: limitMs, reminded: false }
  change(draft, name, { times: { since: null, operation: begun, iterationMs } })
  startTimers(draft, name)
}

/** The operation is over, and with `whole` the iteration too. */
export function endOperation(draft: Draft, name: string, whole: boolean): void {
  stopTimers(draft, name)
  const { times } = specialistIn(draft, name)
  change(draft, name, { times: whole ? noTimes : { ...times, operation: null } })
}

/** Timers of what is under way go on. */
export function startTimers(draft: Draft, name: string): void {
  const one = specialistIn(draft, name)
  const { since, operation, iterationMs } = one.times
  if (since !== null || operation === null) return
  // Of two that are over at once that of the iteration comes first: it escalates without a reminder (VAL-60).
  if (iterationMs !== null) set(draft, one, 'iteration', iterationMs)
  set(draft, one, 'time', operation.leftMs)
  change(draft, name, { times: { ...one.times, since: draft.tick } })
}

function set(draft: Draft, one: Specialist, part: 'time' | 'iteration', durationMs: number): void {
  draft.effects.push({ kind: 'set-timer', id: idOf(one, part), at: atOf(one, part), durationMs })
}

/** Timers are cleared, and what they had left is kept. */
export function stopTimers(draft: Draft, name: string): void {
  const one = specialistIn(draft, name)
  const { times } = one
  if (times.since === null) return
  if (times.operation !== null) draft.effects.push({ kind: 'clear-timer', id: idOf(one, 'time') })
  if (times.iterationMs !== null) draft.effects.push({ kind: 'clear-timer', id: idOf(one, 'iteration') })
  change(draft, name, { times: spent(times, draft.tick) })
}

/** At least a millisecond is left: a timer that is over has elapsed. */
function spent({ since, operation, iterationMs }: Times, tick: number): Times {
  if (since === null) return { since, operation, iterationMs }
  const ms = tick - since
  const less = (left: number): number => Math.max(1, left - ms)
  return {
    since: null,
    operation:
      operation === null ? null : { ...operation, spentMs: operation.spentMs + ms, leftMs: less(operation.leftMs) },
    iterationMs: iterationMs === null ? null : less(iterationMs),
  }
}

/** The operation's time is over for the first time: a reminder, and a little more (VAL-63). */
export function remind(draft: Draft, name: string): void {
  const one = specialistIn(draft, name)
  const { operation, since } = one.times
  if (operation === null) return
  const elapsedMs = operation.spentMs + draft.tick - (since ?? draft.tick)
  const late = { operation: operation.name, elapsedMs, limitMs: operation.limitMs }
  tell(draft, timeoutEvent(draft.run.input, one, late))
  tell(draft, timeoutReminder(draft.run.input, one, late))
  const { reminderMs } = limitsOf(draft)
  set(draft, one, 'time', reminderMs)
  const { iterationMs } = spent(one.times, draft.tick)
  const times = {
    since: draft.tick,
    operation: { ...operation, spentMs: elapsedMs, leftMs: reminderMs, reminded: true },
    iterationMs,
  }
  change(draft, name, { times })
}

/** A timer that has elapsed is no longer to be cleared. */
export function elapsedTimer(draft: Draft, name: string, part: 'time' | 'iteration'): void {
  const one = specialistIn(draft, name)
  const other = part === 'time' ? 'iteration' : 'time'
  const { operation, iterationMs } = one.times
  const hasOther = other === 'time' ? operation !== null : iterationMs !== null
  if (hasOther) draft.effects.push({ kind: 'clear-timer', id: idOf(one, other) })
  change(draft, name, { times: noTimes })
}
