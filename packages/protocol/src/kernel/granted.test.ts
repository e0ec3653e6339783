import { expect, test } from 'vitest'
import type { Effect } from '../effect.ts'
import { answered, begun, decided, started } from '../testing/builders.ts'
import { play } from '../testing/play.ts'
import { ask, consult, end, scripted } from '../testing/sample-effects.ts'
import type { Allowance, Budget } from './allowance.ts'
import { amountText } from './amounts.ts'

/** Asks again after every answer, and a person whenever a budget is spent. */
const busy = scripted([ask('red')], (event): readonly Effect[] =>
  event.kind === 'failed'
    ? [{ ...consult('halt', ['extend']), reasons: event.findings, at: { step: 'red', role: 'qa', phase: 'RED' } }]
    : [ask('red')],
)

function granted(budgets: readonly Budget[], more: Readonly<Record<string, number>>): readonly Allowance[] {
  const used = answered('red', 'RC', { tick: 120_000, usage: { inputTokens: 30, outputTokens: 0, costUsd: 0 } })
  const events = [begun('red', { tick: 0 }), used, decided('halt', 'extend', { input: { more } })]
  return play({ protocol: busy, budgets }, {}, events).at(-1)?.advance.kernel.budgets ?? []
}

test('what is granted goes to the budget that is spent, and to no other of its unit', () => {
  const budgets: readonly Budget[] = [
    { unit: 'tokens', most: 100 },
    { unit: 'tokens', most: 10, role: 'qa' },
    { unit: 'tokens', most: 50, role: 'dev' },
  ]
  expect(granted(budgets, { tokens: 40 })).toMatchObject([
    { granted: 100, left: 70 },
    { granted: 70, left: 40 },
    { granted: 50, left: 50 },
  ])
})

test('minutes are granted as minutes', () => {
  expect(granted([{ unit: 'milliseconds', most: 60_000 }], { minutes: 2 })).toMatchObject([{ left: 120_000 }])
})

test('a question that is answered by what was given for another is told of, with who gave it', () => {
  const takesMore = { name: 'extend', consequence: 'More.', input: {} }
  const both = scripted([ask('red'), ask('blue')], (event): readonly Effect[] => {
    if (event.kind === 'answered') return [ask(event.id)]
    if (event.kind !== 'failed') return []
    return [{ ...consult(`halt ${event.id}`), options: [takesMore], fallback: 'extend', reasons: event.findings }]
  })
  const spend = ['red', 'blue'].flatMap((id) => [
    begun(id),
    answered(id, 'RC', { usage: { inputTokens: 20, outputTokens: 0 } }),
  ])
  const give = decided('halt red', 'extend', { by: 'ann', input: { more: { tokens: 100 } } })
  const machine = { protocol: both, budgets: [{ unit: 'tokens', most: 20 }] as const }
  const { actions, kernel } = play(machine, {}, [...spend, give]).at(-1)?.advance ?? {}
  expect(actions?.filter(({ kind }) => kind === 'tell')).toMatchObject([
    {
      message: {
        type: 'answered-too',
        data: {
          message: 'halt blue is answered by what ann gave for halt red.',
          id: 'halt blue',
          option: 'extend',
          by: 'ann',
        },
      },
    },
  ])
  expect(kernel?.state.heard.slice(-2)).toMatchObject([{ id: 'halt red' }, { id: 'halt blue', by: 'ann' }])
})

test('a question about anything but spent budgets waits for its own answer, whatever is granted elsewhere', () => {
  const takesMore = { name: 'extend', consequence: 'More.', input: {} }
  const refused = { rule: 'old-test-broken', message: 'It fails now.', remedy: 'Undo it.' }
  const other: Effect = { ...consult('gate'), options: [takesMore], fallback: 'extend', reasons: [refused] }
  const both = scripted([ask('red'), other], (event): readonly Effect[] =>
    event.kind === 'failed' ? [{ ...consult('halt', ['extend']), reasons: event.findings }] : [ask('red')],
  )
  const used = answered('red', 'RC', { usage: { inputTokens: 20, outputTokens: 0 } })
  const give = decided('halt', 'extend', { by: 'ann', input: { more: { tokens: 100 } } })
  const machine = { protocol: both, budgets: [{ unit: 'tokens', most: 20 }] as const }
  const { kernel } = play(machine, {}, [begun('red'), used, give]).at(-1)?.advance ?? {}
  expect(new Set(Object.keys(kernel?.open ?? {}))).toEqual(new Set(['gate', 'red']))
})

test('a question that offers no more waits for its own answer', () => {
  const both = scripted([ask('red'), ask('blue')], (event): readonly Effect[] => {
    if (event.kind === 'answered') return [ask(event.id)]
    if (event.kind !== 'failed') return []
    return [{ ...consult(`halt ${event.id}`, [event.id === 'red' ? 'extend' : 'abort']), reasons: event.findings }]
  })
  const spend = ['red', 'blue'].flatMap((id) => [
    begun(id),
    answered(id, 'RC', { usage: { inputTokens: 20, outputTokens: 0 } }),
  ])
  const machine = { protocol: both, budgets: [{ unit: 'tokens', most: 20 }] as const }
  const { kernel } = play(machine, {}, [...spend, decided('halt red', 'extend')]).at(-1)?.advance ?? {}
  expect(Object.keys(kernel?.open ?? {})).toEqual(['halt blue'])
})

test('where no budget is of time, a turn has no limit by it', () => {
  const { actions } = play({ protocol: busy, budgets: [{ unit: 'tokens', most: 9 }] }, {}, []).at(-1)?.advance ?? {}
  expect(actions).toHaveLength(1)
  expect(JSON.parse(JSON.stringify(actions))[0].open).not.toHaveProperty('withinMs')
})

test('an ask that nobody can pay is stopped alone: the others that nobody can pay still fail', () => {
  const unpaid = scripted([consult('go')], (event): readonly Effect[] =>
    event.kind === 'decided' ? [ask('red'), ask('blue'), { kind: 'stop', id: 'red', graceMs: 0 }] : [],
  )
  const machine = { protocol: unpaid, budgets: [{ unit: 'asks', most: 0 }] as const }
  const heard = play(machine, {}, [decided('go', 'resume')]).at(-1)?.advance.kernel.state.heard
  expect(heard?.slice(1)).toMatchObject([{ kind: 'failed', id: 'blue', cause: 'budget' }])
})

test('a decision on a question that is closed names who decided that one, and no other', () => {
  const doors = scripted([consult('door'), consult('window')])
  const machine = { protocol: doors, budgets: [] }
  const decisions = [decided('door', 'resume', { by: 'ann' }), decided('window', 'abort', { by: 'bob' })]
  const refused = (id: string): unknown =>
    play(machine, {}, [...decisions, decided(id, 'abort', { by: 'carol' })]).at(-1)?.advance.refusal
  expect(refused('door')).toMatchObject({
    rule: 'already-decided',
    message: 'ann has already decided door: resume.',
  })
  expect(refused('roof')).toMatchObject({ rule: 'unknown-decision', message: 'No decision named roof is open.' })
})

test('an event that fits nothing is told what would be legal, and after the end that nothing is', () => {
  const once = scripted([ask('red')], () => [end()])
  const machine = { protocol: once, budgets: [] }
  const late = play(machine, {}, [answered('blue', 'RC')]).at(-1)?.advance.refusal
  expect(late).toMatchObject({
    message: 'answered blue fits nothing that is open in listening.',
    remedy: expect.stringMatching(/^Legal now: answered red \(RC .*\), failed red\.$/),
  })
  const asking = play({ protocol: scripted([consult('door')]), budgets: [] }, {}, [started(null)]).at(-1)?.advance
    .refusal
  expect(asking).toMatchObject({
    message: 'started fits nothing that is open in listening.',
    remedy: 'Legal now: decided door (resume abort).',
  })
  const over = play(machine, {}, [answered('red', 'RC'), answered('red', 'RC')]).at(-1)?.advance.refusal
  expect(over?.remedy).toBe('The run takes no more events.')
})

test('amounts of less than a cent are written with as many digits as it takes', () => {
  expect([4_200, 10_000, 0, 1_234_560_000].map((each) => amountText('microdollars', each))).toEqual([
    '$0.0042',
    '$0.01',
    '$0.00',
    '$1,234.56',
  ])
})

test('a child that is left to itself is ended by nobody, and nothing of the run stays open', () => {
  const parent = scripted(
    [
      { kind: 'spawn', id: 'child', at: { step: 'child' }, protocol: 'errand', input: null, onParentEnd: 'leave' },
      ask('red'),
    ],
    () => [end()],
  )
  const { kernel, actions } = play({ protocol: parent, budgets: [] }, {}, [answered('red', 'RC')]).at(-1)?.advance ?? {}
  expect(kernel?.open).toEqual({})
  expect(actions?.map(({ kind }) => kind)).toEqual(['finish'])
})
