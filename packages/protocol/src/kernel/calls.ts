import type { Refuse, Reply } from '../effect.ts'
import type { Called } from '../event.ts'
import { act, type Draft } from './draft.ts'
import { entry, none, withEntry, without } from './entries.ts'
import type { Disposition } from './kernel.ts'
import type { CallResult } from './replies.ts'
import { replyTo, withReply } from './replies.ts'

/**
 * Takes a call in by its key (rule 9): new, it waits and must be stepped; recorded, it gets the recorded reply again;
 * pending, the caller attaches to the one that waits.
 */
export function admit<State>(draft: Draft<State>, event: Called, key: string): Disposition {
  const recorded = replyTo(draft.keys, key)
  if (recorded !== undefined) {
    act(draft, { kind: 'respond', call: event.call, result: recorded })
    return 'repeated'
  }
  const caller = { call: event.call, caller: event.caller }
  const pending = Object.entries(draft.calls).find(([, waiting]) => waiting.key === key)
  if (pending !== undefined) {
    const [first, { callers }] = pending
    const known = callers.some(({ call }) => call === event.call)
    draft.calls = withEntry(draft.calls, first, { key, callers: known ? callers : [...callers, caller] })
    return 'attached'
  }
  if (entry(draft.calls, event.call) !== undefined) return 'late'
  draft.calls = withEntry(draft.calls, event.call, { key, callers: [caller] })
  return 'applied'
}

/** Carries out `reply` and `refuse`. A call that waits no more (its caller is gone) hears nothing. */
export function answerCall<State>(draft: Draft<State>, effect: Reply | Refuse): void {
  close(draft, effect.call, resultOf(effect))
}

function resultOf(effect: Reply | Refuse): CallResult {
  if (effect.kind === 'reply') return { kind: 'replied', data: effect.data }
  return { kind: 'refused', rule: effect.rule, reason: effect.reason, remedy: effect.remedy }
}

function close<State>(draft: Draft<State>, call: string, result: CallResult): void {
  const waiting = entry(draft.calls, call)
  if (waiting === undefined) return
  draft.calls = without(draft.calls, call)
  draft.keys = withReply(draft.keys, waiting.key, result)
  for (const caller of waiting.callers) act(draft, { kind: 'respond', call: caller.call, result })
}

/** Drops what the agent of a closed attempt was waiting for; nothing is recorded, so its successor may call anew. */
export function dropCallsOf<State>(draft: Draft<State>, attempt: string): void {
  if (draft.calls === none) return
  for (const [call, waiting] of Object.entries(draft.calls)) {
    const staying = waiting.callers.filter(({ caller }) => caller !== attempt)
    if (staying.length === waiting.callers.length) continue
    for (const gone of waiting.callers.filter(({ caller }) => caller === attempt)) {
      act(draft, { kind: 'respond', call: gone.call, result: callerGone })
    }
    if (staying.length === 0) draft.calls = without(draft.calls, call)
    else draft.calls = withEntry(draft.calls, call, { key: waiting.key, callers: staying })
  }
}

/** Refuses all that still wait when the run ends (rule 5). */
export function refuseWaitingCalls<State>(draft: Draft<State>): void {
  for (const call of Object.keys(draft.calls)) close(draft, call, runEnded)
}

const callerGone: CallResult = {
  kind: 'refused',
  rule: 'caller-gone',
  reason: 'The turn that called is over.',
  remedy: 'Call again from a turn that is open.',
}

export const runEnded: CallResult & { readonly kind: 'refused' } = {
  kind: 'refused',
  rule: 'run-ended',
  reason: 'The run has ended.',
  remedy: 'Start a new run.',
}
