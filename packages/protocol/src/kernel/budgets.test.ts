import { expect, test } from 'vitest'
import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import { answered, begun, decided, failed } from '../testing/builders.ts'
import { type Played, play } from '../testing/play.ts'
import { ask, consult, type Heard, scripted } from '../testing/sample-effects.ts'
import type { Allowance, Budget } from './allowance.ts'

/** Asks again after every answer and decision, and asks a person whenever an ask fails for good. */
const busy = scripted([ask('red')], (event): readonly Effect[] => {
  if (event.kind !== 'failed') return [ask('red')]
  return [
    { ...consult('halt', ['extend', 'abort']), reasons: event.findings, at: { step: 'red', role: 'qa', phase: 'RED' } },
  ]
})

function playBusy(budgets: readonly Budget[], events: readonly Event[]): readonly Played<Heard>[] {
  return play({ protocol: busy, budgets }, {}, events)
}

function last(budgets: readonly Budget[], events: readonly Event[]): Played<Heard>['advance'] {
  const turn = playBusy(budgets, events).at(-1)
  if (turn === undefined) throw new Error('There is always the first turn.')
  return turn.advance
}

const standing = (budgets: readonly Budget[], events: readonly Event[]): readonly Allowance[] =>
  last(budgets, events).kernel.budgets

const reasonsIn = ({ kernel }: Played<Heard>['advance']): readonly string[] => {
  const effect = kernel.open.halt?.effect
  return effect?.kind === 'consult' ? effect.reasons.map(({ rule, message }) => `${rule}: ${message}`) : []
}

const tokens = (most: number, rest: Partial<Budget> = {}): Budget => ({ unit: 'tokens', most, ...rest })
const used = (inputTokens: number, outputTokens: number, costUsd?: number): Event =>
  answered('red', 'RC', { usage: { inputTokens, outputTokens, costUsd } })
const turn = (event: Event): readonly Event[] => [begun('red', { tick: event.tick }), event]

test('tokens are counted when a turn is over; the next is not begun when they are spent, and the person hears how many', () => {
  const first = last([tokens(1_000)], turn(used(700, 200)))
  expect(first.kernel.budgets).toMatchObject([{ left: 100, unsaid: 0 }])
  expect(first.actions).toMatchObject([{ kind: 'perform' }])
  const second = last([tokens(1_000)], [...turn(used(700, 200)), ...turn(used(11_000, 400))])
  expect(second.actions).toMatchObject([{ kind: 'perform', open: { effect: { kind: 'consult' } } }])
  expect(reasonsIn(second)).toEqual(["tokens-spent: The run's budget of 1,000 tokens is spent: 12,300 tokens used."])
})

test('who does not say what it used is counted as such: never as nothing, and never as a number', () => {
  const silent = answered('red', 'RC', { usage: 'unknown' })
  const half = answered('red', 'RC', { usage: { inputTokens: 900 } })
  const events = [...turn(silent), ...turn(half), ...turn(silent), ...turn(used(200, 0))]
  expect(standing([tokens(1_000)], events.slice(0, 6))).toMatchObject([{ left: 100, unsaid: 3 }])
  expect(reasonsIn(last([tokens(1_000)], events))).toEqual([
    "tokens-spent: The run's budget of 1,000 tokens is spent: at least 1,100 tokens used, and 3 turns did not say.",
  ])
})

test('figures that are none were not said', () => {
  const wild = answered('red', 'RC', { usage: { inputTokens: -5, outputTokens: 1e300, costUsd: -1 } })
  const budgets: readonly Budget[] = [tokens(1_000), { unit: 'microdollars', most: 10 }]
  expect(standing(budgets, turn(wild))).toMatchObject([
    { left: 1_000, unsaid: 1 },
    { left: 10, unsaid: 1 },
  ])
})

test('a failed turn used what it says; one that never began used nothing; one that nobody saw end is not known', () => {
  const spent = failed('red', 'crash', { usage: { inputTokens: 10, outputTokens: 1 } })
  expect(standing([tokens(100)], turn(spent))).toMatchObject([{ left: 89, unsaid: 0 }])
  expect(standing([tokens(100)], [failed('red', 'unavailable')])).toMatchObject([{ left: 100, unsaid: 0 }])
  expect(standing([tokens(100)], turn(failed('red', 'crash')))).toMatchObject([{ left: 100, unsaid: 1 }])
  expect(standing([tokens(100)], turn(failed('red', 'interrupted')))).toMatchObject([{ left: 100, unsaid: 1 }])
})

test('an answer that is not legal was paid for all the same', () => {
  const illegal = answered('red', 'GC', { usage: { inputTokens: 10, outputTokens: 1 } })
  expect(standing([tokens(100)], turn(illegal))).toMatchObject([{ left: 89 }])
})

test('money is counted in millionths of a dollar, so that sums do not depend on their order', () => {
  const budgets: readonly Budget[] = [{ unit: 'microdollars', most: 300_000 }]
  const events = [...turn(used(1, 1, 0.1)), ...turn(used(1, 1, 0.2))]
  expect(standing(budgets, events)).toMatchObject([{ left: 0 }])
  expect(reasonsIn(last(budgets, events))).toEqual(["cost-spent: The run's budget of $0.30 is spent: $0.30 used."])
})

test('time is what agents worked, from beginning to end; what nobody saw end is not known', () => {
  const budgets: readonly Budget[] = [{ unit: 'milliseconds', most: 60_000 }]
  const work = [begun('red', { tick: 5_000 }), answered('red', 'RC', { tick: 35_000 })]
  expect(standing(budgets, work)).toMatchObject([{ left: 30_000, unsaid: 0 }])
  const asleep = [begun('red', { tick: 5_000 }), failed('red', 'interrupted', { tick: 9_000_000 })]
  expect(standing(budgets, asleep)).toMatchObject([{ left: 60_000, unsaid: 1 }])
})

test('a turn takes no longer than what is left of the time, and one that was ended for it has spent it', () => {
  const budgets: readonly Budget[] = [
    { unit: 'milliseconds', most: 60_000 },
    { unit: 'milliseconds', most: 40_000, role: 'qa' },
  ]
  const work = [begun('red', { tick: 0 }), answered('red', 'RC', { tick: 30_000 })]
  expect(last(budgets, work).actions).toMatchObject([{ kind: 'perform', open: { withinMs: 10_000 } }])
  const cut = [...work, begun('red', { tick: 30_000 }), failed('red', 'budget', { tick: 39_990 })]
  expect(standing(budgets, cut)).toMatchObject([{ left: 20_000 }, { left: 0 }])
  expect(reasonsIn(last(budgets, cut))).toEqual([
    'minutes-spent: The qa budget of 0.7 minutes is spent: 0.7 minutes used.',
  ])
})

test('a budget counts the turns of its phase and role, and of nobody whom it leaves out', () => {
  const budgets: readonly Budget[] = [
    tokens(100, { role: 'qa' }),
    tokens(100, { role: 'dev' }),
    tokens(100, { phase: 'RED' }),
    tokens(100, { phase: 'GREEN' }),
    tokens(100, { role: 'qa', phase: 'GREEN' }),
    tokens(100, { without: ['qa'] }),
  ]
  expect(standing(budgets, turn(used(10, 0))).map(({ left }) => left)).toEqual([90, 100, 90, 100, 100, 100])
})

test('of several budgets that are spent each is named', () => {
  const budgets: readonly Budget[] = [tokens(10), tokens(5, { phase: 'RED' }), { unit: 'microdollars', most: 1 }]
  expect(reasonsIn(last(budgets, turn(used(9, 1, 1.5))))).toEqual([
    "tokens-spent: The run's budget of 10 tokens is spent: 10 tokens used.",
    'tokens-spent: The RED budget of 5 tokens is spent: 10 tokens used.',
    "cost-spent: The run's budget of $0.000001 is spent: $1.50 used.",
  ])
})

test('an interrupted turn costs no call, and is not begun again either when something else is spent', () => {
  const budgets: readonly Budget[] = [{ unit: 'asks', most: 1 }, tokens(10)]
  const two = scripted([ask('red'), ask('blue')])
  const spend = [begun('blue'), answered('blue', 'RC', { usage: { inputTokens: 10, outputTokens: 0 } })]
  const free = play({ protocol: two, budgets: [{ unit: 'asks', most: 2 }] }, {}, [failed('red', 'interrupted')]).at(-1)
  expect(free?.advance.kernel.budgets).toMatchObject([{ left: 0 }])
  expect(free?.advance.disposition).toBe('retried')
  const machine = { protocol: two, budgets: [...budgets.slice(1), { unit: 'asks', most: 2 } as const] }
  const refused = play(machine, {}, [...spend, failed('red', 'interrupted')]).at(-1)
  expect(refused?.advance.kernel.state.heard.at(-1)).toMatchObject({
    cause: 'budget',
    findings: [{ rule: 'tokens-spent' }],
  })
})

test('what was stopped while it worked is not known', () => {
  const stop: Effect = { kind: 'stop', id: 'red', graceMs: 0 }
  const stopping = scripted([ask('red'), ask('blue')], (event) => (event.kind === 'answered' ? [stop] : []))
  const machine = { protocol: stopping, budgets: [tokens(100)] }
  const turns = play(machine, {}, [begun('red'), begun('blue'), answered('blue', 'RC', { usage: {} })])
  expect(turns.at(-1)?.advance.kernel.budgets).toMatchObject([{ left: 100, unsaid: 2 }])
})

const overspent = [...turn(used(30, 0, 2)), decided('halt', 'extend')]

test('a decision to extend fills up what is spent, and what was used beyond it is forgiven', () => {
  expect(standing([tokens(20)], overspent)).toMatchObject([{ granted: 50, left: 20, unsaid: 0 }])
})

test('what is used and of how much is told of the whole run, also after more was given', () => {
  const silent = answered('red', 'RC', { usage: 'unknown' })
  const more = decided('halt', 'extend', { input: { more: { tokens: 100 } } })
  const events = [...turn(silent), ...turn(used(9_000, 300)), more, ...turn(used(7_000, 500))]
  expect(reasonsIn(last([tokens(8_000)], events))).toEqual([
    "tokens-spent: The run's budget of 9,400 tokens is spent: at least 16,800 tokens used, and 1 turn did not say.",
  ])
})

test('a person may name how much: that much, and nothing else', () => {
  const budgets: readonly Budget[] = [tokens(20), { unit: 'microdollars', most: 1_000_000 }, { unit: 'asks', most: 9 }]
  const more = { more: { tokens: 500 } }
  const events = [...turn(used(30, 0, 2)), decided('halt', 'extend', { input: more })]
  const { kernel } = last(budgets, events)
  expect(kernel.budgets).toMatchObject([{ granted: 530, left: 500 }, { left: -1_000_000 }, { left: 8 }])
  expect(reasonsIn(last(budgets, events))).toEqual(["cost-spent: The run's budget of $1.00 is spent: $2.00 used."])
  const both = decided('halt', 'extend', { input: { more: { tokens: 1, cost: 0.5 } } })
  expect(standing(budgets, [...turn(used(30, 0, 2)), both])).toMatchObject([
    { left: 1 },
    { granted: 2_500_000, left: 500_000 },
    {},
  ])
})

test('what a person gives for one budget is given once, however many questions it answers', () => {
  const twice = scripted([ask('red'), ask('blue')], (event) => {
    if (event.kind === 'answered') return [ask(event.id)]
    return event.kind === 'failed' ? [{ ...consult(`halt ${event.id}`, ['extend']), reasons: event.findings }] : []
  })
  const machine = { protocol: twice, budgets: [tokens(20)] }
  const spend = ['red', 'blue'].flatMap((id) => [
    begun(id),
    answered(id, 'RC', { usage: { inputTokens: 20, outputTokens: 0 } }),
  ])
  const given = (input: { more: { tokens: number } } | null): number | undefined => {
    const events = [...spend, decided('halt red', 'extend', { input }), decided('halt blue', 'extend', { input })]
    return play(machine, {}, events).at(-1)?.advance.kernel.budgets[0]?.left
  }
  expect(given({ more: { tokens: 7 } })).toBe(7)
  expect(given(null)).toBe(20)
})

test('who grants more tries grants no money', () => {
  const elsewhere = scripted([ask('red'), consult('tries', ['extend'])], (event) =>
    event.kind === 'failed' ? [{ ...consult('halt', ['extend']), reasons: event.findings }] : [ask('red')],
  )
  const budgets: readonly Budget[] = [{ unit: 'asks', most: 5 }, tokens(20)]
  const events = [...turn(used(30, 0)), decided('tries', 'extend')]
  const { kernel } = play({ protocol: elsewhere, budgets }, {}, events).at(-1)?.advance ?? {}
  expect(kernel?.budgets).toMatchObject([{ left: 5 }, { left: -10 }])
})

test('without budgets nothing is bounded, and nothing is counted', () => {
  expect(standing([], turn(used(1e9, 1e9, 1e5)))).toEqual([])
  expect(last([], turn(used(1e9, 1e9, 1e5))).actions).toMatchObject([{ kind: 'perform' }])
})

test('a budget that an ask brings along is opened once, counts what is within its part, and gives nothing to another', () => {
  const within = (part: string): Effect =>
    ask(part, { at: { step: part, within: [part] }, budgets: [{ unit: 'asks', most: 1, of: part }] })
  const parts = scripted([within('one'), within('two')], (event): readonly Effect[] => {
    if (event.kind === 'answered') return [within(event.id)]
    if (event.kind !== 'failed') return []
    return [consult(`halt ${event.id}`, ['extend'], { at: { step: 'x', within: [event.id] }, reasons: event.findings })]
  })
  const after = (...events: readonly Event[]): Played<Heard>['advance'] | undefined =>
    play({ protocol: parts, budgets: [] }, {}, events).at(-1)?.advance
  expect(after()?.kernel.budgets).toMatchObject([
    { budget: { of: 'one' }, left: 0 },
    { budget: { of: 'two' }, left: 0 },
  ])
  const spent = after(answered('one', 'RC'), answered('two', 'RC'), decided('halt one', 'extend'))
  expect(Object.keys(spent?.kernel.open ?? {})).toEqual(['halt two'])
  expect(spent?.kernel.budgets).toMatchObject([{ left: 1 }, { left: 0 }])
})
