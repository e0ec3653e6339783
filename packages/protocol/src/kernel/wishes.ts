/** Carries out what `step` wished for: on the kernel's own books, and as actions for the host. */
import { staysOpen } from '../closers.ts'
import type { ClearTimer, Effect, End, Stop } from '../effect.ts'
import type { EventBody } from '../event.ts'
import type { Step } from '../protocol.ts'
import { budgetSpent, cancel, keepSession, open, settle } from './attempts.ts'
import { answerCall, refuseWaitingCalls } from './calls.ts'
import { act, type Draft } from './draft.ts'
import { entry } from './entries.ts'

/** How long an ask that still runs when the run ends may take to end by itself (rule 5). */
export const endGraceMs = 5_000

/** A protocol that answers every spent budget with a new ask would never come to rest; the kernel ends such a run. */
export const mostBudgetFailures = 100

/** Gives an event to `step` and carries out what follows, until no ask is left that a budget does not reach. */
export function apply<State>(draft: Draft<State>, body: EventBody): void {
  take(draft, draft.step(draft.state, { ...body, tick: draft.tick, nonce: draft.nonce }))
}

export function take<State>(draft: Draft<State>, first: Step<State>): void {
  carryOut(draft, first)
  refuseUnaffordable(draft)
}

/** Tells `step` of each ask that a budget did not reach, those that it asks for in turn included. */
export function refuseUnaffordable<State>(draft: Draft<State>): void {
  for (let failures = 0; draft.unaffordable.length > 0; failures += 1) {
    const [refused, ...later] = draft.unaffordable
    draft.unaffordable = later
    const asked = entry(draft.open, refused?.id ?? '')
    if (refused === undefined || asked === undefined) continue
    settle(draft, asked)
    keepSession(draft, asked)
    if (failures >= mostBudgetFailures) carryOut(draft, { state: draft.state, effects: [restless] })
    else carryOut(draft, draft.step(draft.state, { ...budgetSpent(refused), tick: draft.tick, nonce: draft.nonce }))
  }
}

function carryOut<State>(draft: Draft<State>, step: Step<State>): void {
  draft.state = step.state
  draft.effects = draft.effects.length === 0 ? step.effects : [...draft.effects, ...step.effects]
  for (const effect of step.effects) {
    if (effect.kind === 'end') draft.outcome ??= effect
    else carry(draft, effect)
  }
  if (draft.outcome !== null) end(draft, draft.outcome)
}

function carry<State>(draft: Draft<State>, effect: Exclude<Effect, End>): void {
  if (staysOpen(effect)) {
    open(draft, effect)
    return
  }
  switch (effect.kind) {
    case 'stop':
    case 'clear-timer':
      close(draft, effect)
      break
    case 'tell':
      act(draft, { kind: 'tell', message: effect.message, to: effect.to ?? null })
      break
    case 'refuse':
    case 'reply':
      answerCall(draft, effect)
      break
  }
}

/** Closes at once (rule 4). Nothing of that id open: a fault of the protocol, reported by the explorer, ignored here. */
function close<State>(draft: Draft<State>, effect: Stop | ClearTimer): void {
  const running = entry(draft.open, effect.id)
  if (running === undefined) return
  if (effect.kind === 'stop') cancel(draft, running, effect.graceMs)
  else if (running.effect.kind === 'set-timer') cancel(draft, running, 0)
}

/** Rule 5, once all else of the step is carried out: its replies, wherever they stand. A child may be left to itself. */
function end<State>(draft: Draft<State>, outcome: End): void {
  for (const running of Object.values(draft.open)) {
    const { effect } = running
    if (effect.kind === 'spawn' && effect.onParentEnd === 'leave') settle(draft, running)
    else cancel(draft, running, effect.kind === 'ask' ? endGraceMs : 0)
  }
  refuseWaitingCalls(draft)
  act(draft, { kind: 'finish', end: outcome })
}

const restless: End = {
  kind: 'end',
  outcome: 'aborted',
  summary: 'A budget is spent, and the protocol goes on asking.',
  reasons: [
    {
      rule: 'budget-loop',
      message: `The protocol answered ${mostBudgetFailures} spent budgets in a row with new asks.`,
      remedy: 'Run `sigma protocol check` on it.',
    },
  ],
  result: {},
}
