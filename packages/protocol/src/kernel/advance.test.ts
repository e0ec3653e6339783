import { expect, test } from 'vitest'
import type { Effect } from '../effect.ts'
import { answered, begun, called, decided, elapsed, failed, started } from '../testing/builders.ts'
import { errand } from '../testing/errand.ts'
import { play, record } from '../testing/play.ts'
import { proves } from '../testing/proves.ts'
import { ask, consult, end, scripted } from '../testing/sample-effects.ts'
import { advance } from './advance.ts'
import { budgetOfAsks } from './budgets.ts'

const twoDoors = scripted([consult('door'), consult('window')])

function refusalOf(...events: Parameters<typeof play>[2]): string | undefined {
  const turn = play({ protocol: twoDoors, budgets: budgetOfAsks(0) }, {}, events).at(-1)
  expect(turn?.advance.disposition).toBe('refused')
  return `${turn?.advance.refusal?.message} ${turn?.advance.refusal?.remedy}`
}

test('a late decision is refused to the person, naming who decided (rule 2)', () => {
  const message = refusalOf(decided('door', 'resume', { by: 'ann' }), decided('door', 'abort', { by: 'bob' }))
  expect(message).toContain('ann has already decided door: resume.')
})

test('a decision names an option that exists, on a question that exists', () => {
  expect(refusalOf(decided('door', 'jump'))).toContain('Choose one of: resume, abort.')
  expect(refusalOf(decided('roof', 'abort'))).toContain('No decision named roof is open.')
})

test('a decision meant for an earlier question of the same name is refused, naming the latest who decided', () => {
  const again = scripted([consult('door')], () => [consult('door')])
  const machine = { protocol: again, budgets: budgetOfAsks(0) }
  const turns = play(machine, {}, [decided('door', 'resume', { by: 'ann' }), decided('door', 'resume', { by: 'bob' })])
  const kernel = turns.at(-1)?.advance.kernel ?? null
  const recorded = record(machine, decided('door', 'abort'), 4, kernel)
  const { disposition, refusal } = advance(machine, kernel, {
    ...recorded,
    envelope: { ...recorded.envelope, attempt: 'door@1' },
  })
  expect(disposition).toBe('refused')
  expect(refusal?.message).toContain('bob has already decided')
})

test('only the latest decisions are kept', () => {
  const again = scripted([consult('door')], () => [consult('door')])
  const events = Array.from({ length: 50 }, () => decided('door', 'resume'))
  expect(play({ protocol: again, budgets: budgetOfAsks(0) }, {}, events).at(-1)?.advance.kernel.decisions).toHaveLength(
    32,
  )
})

test('a timer may elapse without naming its attempt, and never by the name of another', () => {
  const machine = { protocol: errand, budgets: budgetOfAsks(5) }
  const kernel = play(machine, { tries: 1, retry: [] }, [])[0]?.advance.kernel ?? null
  const recorded = record(machine, elapsed('reminder'), 2, kernel)
  const by = (attempt: string | null): string =>
    advance(machine, kernel, { ...recorded, envelope: { ...recorded.envelope, attempt } }).disposition
  expect([by(null), by('reminder@1'), by('reminder@0')]).toEqual(['applied', 'applied', 'late'])
})

test('of two ends in one step the first counts', () => {
  const [turn] = play({ protocol: scripted([end(), end({ outcome: 'aborted' })]), budgets: budgetOfAsks(0) }, {}, [])
  expect(turn?.advance.kernel.outcome?.outcome).toBe('completed')
})

test('an expiry that comes too late bothers nobody', () => {
  const events = [decided('door', 'resume'), decided('door', 'abort', { by: 'expiry' })]
  expect(play({ protocol: twoDoors, budgets: budgetOfAsks(0) }, {}, events).at(-1)?.advance.disposition).toBe('late')
})

test('only the attempt that is open may answer; a process of an older one is late (rules 1, 2)', () => {
  proves('F23', 'F24', 'T38')
  const machine = { protocol: errand, budgets: budgetOfAsks(5) }
  const [, again] = play(machine, { tries: 1, retry: [] }, [failed('draft', 'interrupted')])
  const kernel = again?.advance.kernel ?? null
  for (const event of [answered('draft', 'PC'), begun('draft', { session: 'old' })]) {
    const recorded = record(machine, event, 3, kernel)
    const old = { ...recorded, envelope: { ...recorded.envelope, attempt: 'draft@1' } }
    expect(advance(machine, kernel, old)).toMatchObject({ disposition: 'late', actions: [] })
    expect(advance(machine, kernel, recorded).disposition).not.toBe('late')
  }
})

test('an event of the wrong kind closes nothing', () => {
  proves('F24')
  const machine = { protocol: errand, budgets: budgetOfAsks(5) }
  const turns = play(machine, { tries: 1, retry: [] }, [elapsed('draft'), answered('reminder', 'PC'), started({})])
  expect(turns.slice(1).map(({ advance: { disposition } }) => disposition)).toEqual(['late', 'late', 'late'])
  expect(turns.at(-1)?.advance.refusal?.remedy).toBe(
    'Legal now: answered draft (PC ME TO EX BL), failed draft; elapsed reminder; called look; called wait; called sing.',
  )
})

test('a stopped ask is closed at once, before the next begins on its workspace (rule 4)', () => {
  const swap: readonly Effect[] = [{ kind: 'stop', id: 'one', graceMs: 900 }, ask('two', { workspace: 'W' })]
  const protocol = scripted([ask('one', { workspace: 'W' })], () => swap)
  const turn = play({ protocol, budgets: budgetOfAsks(9) }, {}, [called('swap')]).at(-1)
  expect(turn?.advance.actions).toMatchObject([
    { kind: 'cancel', open: { attempt: 'one@1' }, graceMs: 900 },
    { kind: 'perform', open: { attempt: 'two@2' } },
  ])
  expect(Object.keys(turn?.advance.kernel.open ?? {})).toEqual(['two'])
})

test('faults of a protocol leave the kernel whole: an id opened twice, one closed that is not there', () => {
  const first = ask('one')
  const faulty: readonly Effect[] = [first, consult('one'), { kind: 'stop', id: 'none', graceMs: 0 }, clear('one')]
  const [turn] = play({ protocol: scripted(faulty), budgets: budgetOfAsks(9) }, {}, [])
  expect(turn?.advance.actions).toMatchObject([{ kind: 'perform', open: { effect: { kind: 'ask', id: 'one' } } }])
  expect(Object.keys(turn?.advance.kernel.open ?? {})).toEqual(['one'])
})

test('a child that is to be left goes on when the run ends; one that is to be stopped does not (rule 5)', () => {
  const children = (['stop', 'leave'] as const).map(
    (onParentEnd) =>
      ({ kind: 'spawn', id: onParentEnd, at: { step: 'child' }, protocol: 'p', input: null, onParentEnd }) as const,
  )
  const turn = play({ protocol: scripted(children, () => [end(), ask('late')]), budgets: budgetOfAsks(9) }, {}, [
    called('over'),
  ]).at(-1)
  expect(
    turn?.advance.actions.map((action) => (action.kind === 'cancel' ? action.open.effect.id : action.kind)),
  ).toEqual(['stop', 'respond', 'finish'])
})

test('a message goes out as it is, to an open ask or to all', () => {
  const message = { type: 'log', data: { n: 1 } }
  const [turn] = play(
    {
      protocol: scripted([
        { kind: 'tell', message },
        { kind: 'tell', message, to: 'red' },
      ]),
      budgets: budgetOfAsks(0),
    },
    {},
    [],
  )
  expect(turn?.advance.actions).toEqual([
    { kind: 'tell', message, to: null },
    { kind: 'tell', message, to: 'red' },
  ])
})

test('an event of another version is not stepped (rule 12)', () => {
  const machine = { protocol: errand, budgets: budgetOfAsks(5) }
  const kernel = play(machine, { tries: 1, retry: [] }, [])[0]?.advance.kernel ?? null
  const recorded = record(machine, answered('draft', 'PC'), 2, kernel)
  const other = { ...recorded, envelope: { ...recorded.envelope, version: 2 } }
  expect(advance(machine, kernel, other)).toMatchObject({ disposition: 'refused', refusal: { rule: 'other-version' } })
})

test('a run begins with started and an input that fits, and with nothing else', () => {
  const machine = { protocol: errand, budgets: budgetOfAsks(5) }
  expect(() => advance(machine, null, record(machine, answered('draft', 'PC'), 1, null))).toThrow('begins with started')
  expect(() => advance(machine, null, record(machine, started({ tries: 0 }), 1, null))).toThrow()
})

function clear(id: string): Effect {
  return { kind: 'clear-timer', id }
}
