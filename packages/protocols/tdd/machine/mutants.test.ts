/** Faults planted into the machine, each found by walking it, and by the rule it breaks. */

import type { Ask, Effect, Event, FaultKind } from '@sigma/protocol'
import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { land } from './landing.ts'
import { prove } from './proving.ts'
import { askOf } from './requests.ts'
import { type SampleTdd, sampleTddInput } from './sample.ts'
import { freshTurn } from './seats.ts'
import type { Combining, CycleState, Proving, Run, Stuck, TddState, TddStep, Working } from './state.ts'
import { tdd } from './tdd.ts'

type Change = (step: TddStep, before: TddState, event: Event) => TddStep

interface Mutant {
  readonly does: string
  readonly change: Change
  readonly found: FaultKind
  readonly message?: RegExp
  readonly at?: SampleTdd
}

const side: SampleTdd = { batches: [2], tries: 1, rounds: 1, exchanges: 0 }

const moving: SampleTdd = { ...side, batches: [1], target: 'refs/heads/main' }

const mutants: readonly Mutant[] = [
  {
    does: 'lets a cycle into GREEN before the others are red',
    change: (step) => withoutBarrier(step),
    found: 'invariant',
    message: /all cycles of a slice in one phase/,
    at: side,
  },
  {
    does: 'forgets to count tries',
    change: (step) =>
      inCycles(step, (cycle) => ({ ...cycle, turns: cycle.turns.map((turn) => ({ ...turn, tries: 2 })) })),
    found: 'unbounded-loop',
  },
  {
    does: 'forgets to count exchanges',
    change: (step) => inCycles(step, (cycle) => ({ ...cycle, exchanges: 1, declines: 2 })),
    found: 'unbounded-loop',
  },
  {
    does: 'drops a test issue',
    change: (step, before, event) => (isAnswer(event, 'TI') ? { state: before, effects: [] } : step),
    found: 'unhandled',
    message: /TI/,
  },
  {
    does: 'never ends',
    change: ({ state, effects }) => ({ state, effects: effects.filter(({ kind }) => kind !== 'end') }),
    found: 'dead-end',
    message: /over/,
  },
  {
    does: 'goes through refactor rounds without spending them',
    change: (step) => ('rounds' in step.state ? { ...step, state: { ...step.state, rounds: 1 } } : step),
    found: 'unbounded-loop',
  },
  {
    does: 'refuses an agent that is blocked',
    change: (step, before, event) =>
      isAnswer(event, 'BL')
        ? { state: before, effects: [{ kind: 'refuse', call: 'BL', rule: 'no', reason: 'No.', remedy: 'None.' }] }
        : step,
    found: 'refused-answer',
    message: /BL/,
  },
  {
    does: 'sends both reviewers into one workspace',
    change: (step) => inAsks(step, (ask) => ({ ...ask, workspace: ask.workspace.replace('-review', '') })),
    found: 'busy-workspace',
    message: /C1/,
  },
  {
    does: 'believes GC without a check',
    change: (step, _before, event) => (isAnswer(event, 'GC') ? believed(step) : step),
    found: 'invariant',
    message: /what is accepted was measured/,
  },
  {
    does: 'moves the trunk before the combination was checked',
    change: (step) => withEarlyTrunk(step),
    found: 'invariant',
    message: /the trunk moves only after a check/,
  },
  {
    does: 'forgets the developer after a decline',
    change: (step, before, event) =>
      isAnswer(event, 'RC') && before.kind === 'green' ? { state: step.state, effects: [] } : step,
    found: 'dead-end',
    message: /green/,
  },
  {
    does: 'loses a skipped cycle',
    change: (step) => inRun(step, (run) => ({ ...run, skipped: [] })),
    found: 'invariant',
    message: /no cycle is lost/,
    at: side,
  },
  {
    does: 'gives two cycles the same ids',
    change: (step) => inAsks(step, (ask) => ({ ...ask, id: ask.id.replace(/^C\d/, 'C') })),
    found: 'duplicate-id',
    at: side,
  },
  {
    does: 'takes an option that Phase 0 does not have when a decision expires',
    change: (step) =>
      inEffects(step, (effect) => (effect.kind === 'consult' ? { ...effect, fallback: 'skip' } : effect)),
    found: 'bad-fallback',
  },
  {
    does: 'throws on a conflict',
    change: (step, _before, event) => {
      if (event.kind === 'conflicted') throw new Error('merge by hand')
      return step
    },
    found: 'threw',
    message: /merge by hand/,
  },
  {
    does: 'combines what one reviewer approved',
    change: (step) =>
      step.state.kind === 'combining'
        ? inCycles(step, (cycle) => ({ ...cycle, approvals: cycle.approvals.slice(1) }))
        : step,
    found: 'invariant',
    message: /what is combined was approved by both/,
  },
  {
    does: 'asks again and again instead of halting',
    change: (step, before, event) =>
      isAnswer(event, 'EX') && 'id' in event && 'cycles' in before ? asksAgain(before, event.id) : step,
    found: 'unbounded-loop',
    message: /1 step/,
  },
  {
    does: 'moves the trunk to carried work before it was checked',
    change: (step) =>
      step.state.kind === 'landing' && step.state.stand.kind === 'checking' ? withUnjudgedTrunk(step) : step,
    found: 'invariant',
    message: /what lands was measured/,
    at: moving,
  },
  {
    does: 'looks where the branch stands again and again, asking nobody',
    change: (step, before, event) =>
      before.kind === 'landing' && event.kind === 'conflicted' ? land(before.run) : step,
    found: 'unbounded-loop',
    at: moving,
  },
  {
    does: 'does not hear that carried work is red',
    change: (step, before, event) =>
      before.kind === 'landing' && event.kind === 'judged' && event.id === 'base.check' && event.verdict !== 'pass'
        ? { state: before, effects: [] }
        : step,
    found: 'dead-end',
    message: /landing/,
    at: moving,
  },
  {
    does: 'lands before every cycle is through',
    change: (step) => (step.state.kind === 'red' && step.state.run.slice === 1 ? land(step.state.run) : step),
    found: 'invariant',
    message: /only finished work lands/,
    at: { ...moving, batches: [1, 1] },
  },
]

const proved: readonly Mutant[] = [
  {
    does: 'forgets the tests that RED accepted',
    change: (step) => inCycles(step, (cycle) => ({ ...cycle, accepted: { ...cycle.accepted, evidence: null } })),
    found: 'invariant',
    message: /tests that were accepted are kept/,
    at: side,
  },
  {
    does: 'does not hear that the accepted tests fail',
    change: (step, before, event) =>
      before.kind === 'proving' && event.kind === 'judged' && event.verdict !== 'pass'
        ? { state: before, effects: [] }
        : step,
    found: 'dead-end',
    message: /proving/,
    at: { ...side, batches: [1] },
  },
  {
    does: 'runs the accepted tests again and again, asking nobody',
    change: (step, before, event) =>
      before.kind === 'proving' && event.kind === 'judged' && event.verdict !== 'pass'
        ? prove(before, before.merged)
        : step,
    found: 'unbounded-loop',
    at: { ...side, batches: [1] },
  },
  {
    does: 'proves what was not rewritten',
    change: (step) =>
      step.state.kind === 'proving' ? { ...step, state: { ...step.state, isRewritten: false } } : step,
    found: 'invariant',
    message: /what is proved was combined and rewritten/,
    at: { ...side, batches: [1] },
  },
]

test.each([...mutants, ...proved])(
  'a machine that $does is found out',
  ({ change, found, message = /./, at = { batches: [1] } }) => {
    proves('SIG-11', 'SIG-10', 'T48')
    const mutant: typeof tdd = { ...tdd, step: (state, event) => change(tdd.step(state, event), state, event) }
    const { faults } = explore(mutant, sampleTddInput(at), { maxStates: 1_500 })
    const fault = faults.find((each) => each.kind === found && message.test(each.message))
    expect(fault, JSON.stringify(faults.slice(0, 3))).toBeDefined()
    expect(fault?.trace[0]).toBe('start')
  },
)

function isAnswer(event: Event, code: string): boolean {
  return event.kind === 'answered' && event.code === code
}

function inCycles(step: TddStep, change: (cycle: CycleState) => CycleState): TddStep {
  const { state, effects } = step
  if (state.kind === 'over' || state.kind === 'landing' || state.kind === 'baseline') return step
  return { state: { ...state, cycles: state.cycles.map(change) }, effects }
}

function inRun(step: TddStep, change: (run: Run) => Run): TddStep {
  const { state, effects } = step
  return state.kind === 'over' ? step : { state: { ...state, run: change(state.run) }, effects }
}

function inEffects({ state, effects }: TddStep, change: (effect: Effect) => Effect): TddStep {
  return { state, effects: effects.map(change) }
}

function inAsks(step: TddStep, change: (ask: Ask) => Ask): TddStep {
  return inEffects(step, (effect) => (effect.kind === 'ask' ? change(effect) : effect))
}

function withoutBarrier(step: TddStep): TddStep {
  const { state } = step
  if (state.kind !== 'red') return step
  const asks: Effect[] = []
  const cycles = state.cycles.map((cycle) => {
    if (cycle.turns.some(({ stand }) => stand.kind !== 'finished')) return cycle
    const turn = freshTurn('green', 1)
    asks.push(askOf({ state, cycle, turn }))
    return { ...cycle, turns: [turn] }
  })
  return { state: { ...state, cycles }, effects: [...step.effects, ...asks] }
}

function believed(step: TddStep): TddStep {
  const check = step.effects.find(({ kind }) => kind === 'check')
  if (check === undefined || !('id' in check)) return step
  const pass = { kind: 'judged', verdict: 'pass', findings: [], data: null, evidence: '', tick: 0, nonce: 'n' } as const
  const passed = tdd.step(step.state, { ...pass, id: check.id })
  return inCycles(passed, (cycle) => ({ ...cycle, green: { ...cycle.green, evidence: null } }))
}

function withEarlyTrunk(step: TddStep): TddStep {
  const { state } = step
  if (state.kind !== 'combining' || state.stand.kind !== 'checking') return step
  const { commit } = state.stand
  return inRun(step, (run) => ({ ...run, trunk: { commit, evidence: null } }))
}

function asksAgain(before: Working | Combining | Proving | Stuck, id: string): TddStep {
  if (before.kind === 'combining' || before.kind === 'proving' || before.kind === 'stuck')
    return { state: before, effects: [] }
  const seats = before.cycles.flatMap((cycle) => cycle.turns.map((turn) => ({ state: before, cycle, turn })))
  return { state: before, effects: seats.map(askOf).filter((ask) => ask.id === id) }
}

function withUnjudgedTrunk(step: TddStep): TddStep {
  return inRun(step, (run) => ({ ...run, trunk: { commit: 'carried', evidence: null } }))
}
