import { expect, test } from 'vitest'
import type { Effect } from '../effect.ts'
import { decided, failed } from '../testing/builders.ts'
import { play } from '../testing/play.ts'
import { proves } from '../testing/proves.ts'
import { ask, consult, scripted } from '../testing/sample-effects.ts'
import { budgetOfAsks } from './budgets.ts'
import { mostBudgetFailures } from './wishes.ts'

/** Asks again whenever a person says so, and asks a person whenever an ask fails. */
const careful = scripted([ask('red')], (event) => {
  if (event.kind === 'failed') return [consult('halt', ['resume', 'extend', 'abort'])]
  return event.kind === 'decided' ? [ask('red')] : []
})

test('an ask beyond the budget is not asked: the protocol hears of it in the same step (rule 11)', () => {
  const turn = play({ protocol: careful, budgets: budgetOfAsks(1) }, {}, [failed('red'), decided('halt', 'resume')]).at(
    -1,
  )
  expect(turn?.advance.kernel.state.heard.at(-1)).toMatchObject({ kind: 'failed', cause: 'budget', final: true })
  expect(turn?.advance.actions).toMatchObject([{ kind: 'perform', open: { effect: { kind: 'consult' } } }])
  expect(turn?.advance.kernel.open).not.toHaveProperty('red')
})

test('a decision to extend fills the budget before the protocol goes on (rule 11)', () => {
  const events = [failed('red'), decided('halt', 'extend')]
  const turn = play({ protocol: careful, budgets: budgetOfAsks(1) }, {}, events).at(-1)
  expect(turn?.advance.actions).toMatchObject([{ kind: 'perform', open: { attempt: 'red@3' } }])
  expect(turn?.advance.kernel.budgets).toMatchObject([{ left: 0 }])
})

test('a run without a budget begins with the question', () => {
  const [first] = play({ protocol: careful, budgets: budgetOfAsks(0) }, {}, [])
  expect(first?.advance.actions).toMatchObject([{ kind: 'perform', open: { effect: { kind: 'consult', id: 'halt' } } }])
})

test('a retry that the budget does not reach is a final failure; an interruption is free', () => {
  const reasking = scripted([ask('red', { retry: [{ causes: ['crash'], times: 5 }] })])
  const machine = { protocol: reasking, budgets: budgetOfAsks(1) }
  expect(play(machine, {}, [failed('red', 'interrupted')]).at(-1)?.advance.disposition).toBe('retried')
  const spent = play(machine, {}, [failed('red', 'crash')]).at(-1)
  expect(spent?.advance.disposition).toBe('applied')
  expect(spent?.advance.kernel.state.heard).toMatchObject([{ cause: 'budget', findings: [{ rule: 'asks-spent' }] }])
})

test('what one event opens and closes is never begun, and costs nothing', () => {
  const stop: Effect = { kind: 'stop', id: 'red', graceMs: 0 }
  const [first] = play({ protocol: scripted([ask('red'), stop]), budgets: budgetOfAsks(1) }, {}, [])
  expect(first?.advance).toMatchObject({ actions: [], kernel: { open: {}, budgets: [{ left: 1 }] } })
})

test('an ask beyond the budget that is stopped in the same step never fails', () => {
  const stop: Effect = { kind: 'stop', id: 'red', graceMs: 0 }
  const [first] = play({ protocol: scripted([ask('red'), stop]), budgets: budgetOfAsks(0) }, {}, [])
  expect(first?.advance).toMatchObject({ actions: [], kernel: { open: {}, state: { heard: [] } } })
})

test('a protocol that answers a spent budget with an ask is ended, and does not hang the host', () => {
  proves('SIG-11')
  const stubborn = scripted([ask('red')], () => [ask('red')])
  const [first] = play({ protocol: stubborn, budgets: budgetOfAsks(0) }, {}, [])
  expect(first?.advance.kernel).toMatchObject({
    status: 'ended',
    outcome: { outcome: 'aborted', reasons: [{ rule: 'budget-loop' }] },
  })
  expect(first?.advance.kernel.state.heard).toHaveLength(mostBudgetFailures)
})
