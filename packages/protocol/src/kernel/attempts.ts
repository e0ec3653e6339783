/** Opening, repeating and closing of effects. */
import type { OpenEffect } from '../closers.ts'
import type { EventBody, Failed } from '../event.ts'
import { attemptName } from './attempt-name.ts'
import { booked, refusals, timeLeft, whoseTurn, withAsks, withBudgetsOf } from './budgets.ts'
import { dropCallsOf } from './calls.ts'
import { act, type Draft, type Unaffordable } from './draft.ts'
import { entry, withEntry, without } from './entries.ts'
import type { Open } from './kernel.ts'
import { lateOf, takeMore } from './lateness.ts'

/** Opens an effect. An id that is open already is a fault of the protocol (the explorer reports it): the first stays. */
export function open<State>(draft: Draft<State>, effect: OpenEffect): void {
  if (entry(draft.open, effect.id) !== undefined) return
  const session = entry(draft.sessions, effect.id) ?? null
  const late = effect.kind === 'ask' ? takeMore(draft, effect) : effect.kind === 'consult' ? lateOf(draft, effect) : {}
  const fresh = { failures: [], refused: [], session, ...late }
  begin(draft, { effect, attempt: attemptOf(draft, effect.id), openedTick: draft.tick, ...fresh }, 'an ask')
}

/**
 * Begins the next attempt of an effect that is still wanted. Whoever was interrupted, limited or has crashed goes on with
 * its session; a second crash in a row may be the session's fault. Work that was refused is begun afresh.
 */
export function retry<State>(draft: Draft<State>, before: Open, failed: Failed): void {
  const { id } = before.effect
  dropCallsOf(draft, before.attempt)
  const again = successorOf(before, attemptOf(draft, id))
  const { cause, retryAfterMs, findings } = failed
  if (cause === 'interrupted') {
    begin(draft, again, 'none')
    return
  }
  const failure = { cause, tick: draft.tick, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  const failures = [...before.failures, failure]
  if (cause === 'limited') {
    begin(draft, { ...again, failures }, 'an ask')
    return
  }
  const crashedFirst = cause === 'crash' && before.failures.at(-1)?.cause !== 'crash'
  const session = crashedFirst ? before.session : null
  begin(draft, { ...again, failures, refused: [...before.refused, ...findings], session }, 'an ask')
}

function successorOf({ begunTick: _, withinMs: __, ...before }: Open, attempt: string): Open {
  return { ...before, attempt }
}

/** Performs an attempt; of an ask only while every budget lasts that counts it (rule 11). */
function begin<State>(draft: Draft<State>, attempt: Open, costs: 'an ask' | 'none'): void {
  const { effect } = attempt
  if (effect.kind !== 'ask') {
    draft.open = withEntry(draft.open, effect.id, attempt)
    act(draft, { kind: 'perform', open: attempt })
    return
  }
  draft.budgets = withBudgetsOf(draft.budgets, effect)
  const whose = whoseTurn(effect)
  const findings = refusals(draft.budgets, whose, costs)
  const withinMs = timeLeft(draft.budgets, whose)
  const open = withinMs === null ? attempt : { ...attempt, withinMs }
  draft.open = withEntry(draft.open, effect.id, open)
  if (findings.length > 0) {
    draft.unaffordable = [...draft.unaffordable, { id: effect.id, findings }]
    return
  }
  if (costs === 'an ask') draft.budgets = withAsks(draft.budgets, whose, 1)
  act(draft, { kind: 'perform', open })
}

function attemptOf<State>(draft: Draft<State>, id: string): string {
  return attemptName(id, draft.sequence)
}

/** Closes an effect that an event answered. */
export function settle<State>(draft: Draft<State>, { effect, attempt }: Open): void {
  draft.open = without(draft.open, effect.id)
  if (effect.kind === 'ask') dropCallsOf(draft, attempt)
}

/** Keeps the session for the next ask of that id, whose agent goes on where this one broke off. */
export function keepSession<State>(draft: Draft<State>, { effect, session }: Open): void {
  if (session !== null) draft.sessions = withEntry(draft.sessions, effect.id, session)
}

/** Closes an open effect at once; what this very event opened is not even begun (rule 4). */
export function cancel<State>(draft: Draft<State>, closing: Open, graceMs: number): void {
  settle(draft, closing)
  const kept = draft.actions.filter((action) => action.kind !== 'perform' || action.open.attempt !== closing.attempt)
  if (kept.length < draft.actions.length) {
    draft.actions = kept
    if (closing.effect.kind === 'ask') draft.budgets = withAsks(draft.budgets, whoseTurn(closing.effect), -1)
    return
  }
  const affordable = draft.unaffordable.filter(({ id }) => id !== closing.effect.id)
  if (affordable.length < draft.unaffordable.length) {
    draft.unaffordable = affordable
    return
  }
  draft.budgets = booked(draft.budgets, closing, null, draft.tick)
  act(draft, { kind: 'cancel', open: closing, graceMs })
}

/** The failure of an ask that nobody was asked for. */
export function budgetSpent({ id, findings }: Unaffordable): EventBody {
  return { kind: 'failed', id, cause: 'budget', findings, evidence: null, final: true }
}
