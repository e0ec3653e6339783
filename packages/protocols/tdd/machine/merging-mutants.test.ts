/** Faults planted into what is finished by hand and into what is tried early, each found by walking the machine. */
import type { Event, FaultKind } from '@sigma/protocol'
import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { lay } from './combination.ts'
import { measure } from './combine.ts'
import { type SampleTdd, sampleTddInput } from './sample.ts'
import type { Checking, Merge, TddState, TddStep } from './state.ts'
import { tdd } from './tdd.ts'

interface Mutant {
  readonly does: string
  readonly change: (step: TddStep, before: TddState, event: Event) => TddStep
  readonly found: FaultKind
  readonly message?: RegExp
  readonly at?: SampleTdd
}

/** What a person finished, and is being measured; null: nothing is. */
function byHand(state: TddState): (Checking & { readonly merge: Merge }) | null {
  if (state.kind !== 'combining' || state.stand.kind !== 'checking') return null
  const { merge } = state.stand
  return merge === undefined ? null : { ...state.stand, merge }
}

const mutants: readonly Mutant[] = [
  {
    does: 'moves the trunk to a merge by hand before it was checked',
    change: (step) => {
      const { state, effects } = step
      const hand = byHand(state)
      if (hand === null || state.kind !== 'combining') return step
      return { state: { ...state, run: { ...state.run, trunk: { commit: hand.commit, evidence: null } } }, effects }
    },
    found: 'invariant',
    message: /the trunk moves only after a check/,
  },
  {
    does: 'forgets what was approved where a merge by hand is red',
    change: (step, before) =>
      byHand(before) !== null && step.state.kind === 'stuck'
        ? { ...step, state: { ...step.state, cycles: step.state.cycles.map((each) => ({ ...each, approvals: [] })) } }
        : step,
    found: 'invariant',
    message: /what is combined was approved by both/,
  },
  {
    does: 'measures a red merge by hand again and again, asking nobody',
    change: (step, before, event) => {
      const hand = byHand(before)
      return hand !== null && before.kind === 'combining' && event.kind === 'judged'
        ? measure(before, hand.commit, hand.merge)
        : step
    },
    found: 'unbounded-loop',
  },
  {
    does: 'has a person merge while the cycles may still settle it',
    change: (step, before, event) =>
      before.kind === 'combining' && event.kind === 'conflicted'
        ? lay(before, { commit: 'm', kind: 'conflict' })
        : step,
    found: 'invariant',
    message: /what is finished by hand is of a spent slice/,
    at: { rounds: 2 },
  },
  {
    does: 'does not hear that the workspace for a person could not be laid',
    change: (step, before, event) =>
      before.kind === 'stuck' && event.kind === 'failed' ? { state: before, effects: [] } : step,
    found: 'dead-end',
    message: /stuck/,
  },
  {
    does: 'goes on trying while the work is reviewed',
    change: (step, before) =>
      step.state.kind === 'reviewing' && 'trial' in before && before.trial !== undefined
        ? { ...step, state: { ...step.state, trial: before.trial } }
        : step,
    found: 'invariant',
    message: /what is tried together is green, and refactored/,
    at: { batches: [2], together: true },
  },
  {
    does: 'leaves a trial open that nobody waits for',
    change: ({ state, effects }) => ({ state, effects: effects.filter(({ kind }) => kind !== 'stop') }),
    found: 'unhandled',
    message: /trial/,
    at: { batches: [2], together: true },
  },
  {
    does: 'does not hear that a person merged',
    change: (step, before, event) =>
      before.kind === 'stuck' && event.kind === 'decided' && event.option === 'merged'
        ? { state: before, effects: [] }
        : step,
    found: 'dead-end',
    message: /stuck/,
  },
]

test.each(mutants)('a machine that $does is found out', ({ change, found, message = /./, at }) => {
  proves('SIG-11', 'SIG-10')
  const mutant: typeof tdd = { ...tdd, step: (state, event) => change(tdd.step(state, event), state, event) }
  const limits = { batches: [1], tries: 1, rounds: 1, exchanges: 0, ...at }
  const { faults } = explore(mutant, sampleTddInput(limits), { maxStates: 3_000 })
  const fault = faults.find((each) => each.kind === found && message.test(each.message))
  expect(fault, JSON.stringify(faults.slice(0, 3))).toBeDefined()
  expect(fault?.trace[0]).toBe('start')
})
