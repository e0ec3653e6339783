/** Opening, repeating and closing of effects. An attempt is `<effect id>@<sequence of the event that began it>`. */
import type { OpenEffect } from '../closers.ts'
import type { EventBody, Failed } from '../event.ts'
import type { Finding } from '../finding.ts'
import { dropCallsOf } from './calls.ts'
import { act, type Draft } from './draft.ts'
import { entry, withEntry, without } from './entries.ts'
import type { Open } from './kernel.ts'

/** Opens an effect. An id that is open already is a fault of the protocol (the explorer reports it): the first stays. */
export function open<State>(draft: Draft<State>, effect: OpenEffect): void {
  if (entry(draft.open, effect.id) !== undefined) return
  begin(draft, {
    effect,
    attempt: attemptOf(draft, effect.id),
    openedTick: draft.tick,
    failures: [],
    refused: [],
    session: null,
  })
}

/** Begins the next attempt of an effect that is still wanted. A retry is a new process; the rest resumes its session. */
export function retry<State>(draft: Draft<State>, before: Open, failed: Failed): void {
  const { id } = before.effect
  dropCallsOf(draft, before.attempt)
  const again = { ...before, attempt: attemptOf(draft, id) }
  if (failed.cause === 'interrupted') {
    draft.open = withEntry(draft.open, id, again)
    act(draft, { kind: 'perform', open: again })
    return
  }
  const failures = [...before.failures, { cause: failed.cause, tick: draft.tick }]
  if (failed.cause === 'limited') begin(draft, { ...again, failures })
  else begin(draft, { ...again, failures, refused: [...before.refused, ...failed.findings], session: null })
}

/** Performs an attempt; of an ask only while the budget lasts (rule 11). */
function begin<State>(draft: Draft<State>, attempt: Open): void {
  draft.open = withEntry(draft.open, attempt.effect.id, attempt)
  if (attempt.effect.kind === 'ask') {
    if (draft.asksLeft <= 0) {
      draft.unaffordable = [...draft.unaffordable, attempt.effect.id]
      return
    }
    draft.asksLeft -= 1
  }
  act(draft, { kind: 'perform', open: attempt })
}

function attemptOf<State>(draft: Draft<State>, id: string): string {
  return `${id}@${draft.sequence}`
}

/** Closes an effect that an event answered. */
export function settle<State>(draft: Draft<State>, { effect, attempt }: Open): void {
  draft.open = without(draft.open, effect.id)
  if (effect.kind === 'ask') dropCallsOf(draft, attempt)
}

/** Closes an open effect at once; what this very event opened is not even begun (rule 4). */
export function cancel<State>(draft: Draft<State>, closing: Open, graceMs: number): void {
  settle(draft, closing)
  const kept = draft.actions.filter((action) => action.kind !== 'perform' || action.open.attempt !== closing.attempt)
  if (kept.length < draft.actions.length) {
    draft.actions = kept
    if (closing.effect.kind === 'ask') draft.asksLeft += 1
    return
  }
  if (draft.unaffordable.includes(closing.effect.id)) {
    draft.unaffordable = draft.unaffordable.filter((id) => id !== closing.effect.id)
    return
  }
  act(draft, { kind: 'cancel', open: closing, graceMs })
}

/** The failure of an ask that nobody was asked for. */
export function budgetSpent(id: string): EventBody {
  const finding: Finding = {
    rule: 'asks-spent',
    message: 'The budget of agent calls is spent.',
    remedy: 'Decide whether to extend it.',
  }
  return { kind: 'failed', id, cause: 'budget', findings: [finding], evidence: null, final: true }
}
