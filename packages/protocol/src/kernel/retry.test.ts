import { expect, test } from 'vitest'
import type { Ask, Retry } from '../effect.ts'
import type { Event } from '../event.ts'
import { answered, begun, failed, judged } from '../testing/builders.ts'
import { type Played, play } from '../testing/play.ts'
import { proves } from '../testing/proves.ts'
import { ask, type Heard, scripted } from '../testing/sample-effects.ts'
import { budgetOfAsks } from './budgets.ts'

const oneReask: readonly Retry[] = [{ causes: ['invalid'], times: 1 }]

function playAsk(retry: readonly Retry[], events: readonly Event[], rest: Partial<Ask> = {}): readonly Played<Heard>[] {
  return play({ protocol: scripted([ask('red', { retry, ...rest })]), budgets: budgetOfAsks(10) }, {}, events).slice(1)
}

const dispositions = (turns: readonly Played<Heard>[]): readonly string[] =>
  turns.map(({ advance }) => advance.disposition)

test('an answer that is not legal is asked for once more, with the legal codes, and the second is final', () => {
  proves('DPTR-29')
  const [first, second] = playAsk(oneReask, [answered('red', 'GC'), answered('red', 'GC')])
  expect(first?.advance).toMatchObject({ disposition: 'retried', effects: [] })
  expect(first?.advance.actions).toMatchObject([
    {
      kind: 'perform',
      open: {
        attempt: 'red@2',
        refused: [{ rule: 'answer-illegal', remedy: 'Answer with one of: RC, ME, TO, EX, BL.' }],
      },
    },
  ])
  expect(second?.advance.disposition).toBe('applied')
  expect(second?.advance.kernel.state.heard).toMatchObject([{ kind: 'failed', cause: 'invalid', final: true }])
})

test('the next attempt hears of every refusal so far', () => {
  const because = (rule: string): Event => failed('red', 'invalid', { findings: [{ rule, message: '', remedy: '' }] })
  const turns = playAsk([{ causes: ['invalid'], times: 2 }], [because('first'), because('second')])
  expect(turns.at(-1)?.advance.kernel.open.red?.refused).toMatchObject([{ rule: 'first' }, { rule: 'second' }])
})

test('what the runtime found unreadable counts as the same try', () => {
  proves('DPTR-29')
  const unreadable = { rule: 'no-status', message: 'The last line holds no status.', remedy: 'End with →[RC, …].' }
  const turns = playAsk(oneReask, [failed('red', 'invalid', { findings: [unreadable] }), answered('red', 'GC')])
  expect(dispositions(turns)).toEqual(['retried', 'applied'])
  expect(turns[0]?.advance.kernel.open.red?.refused).toEqual([unreadable])
})

test.for(['ME', 'TO', 'EX', 'BL'])('%s may answer any ask, and reaches the protocol as what it is', (code) => {
  proves('DPTR-28')
  const [turn] = playAsk(oneReask, [answered('red', code)], {
    role: 'reviewer',
    phase: 'REVIEW_TESTS',
    codes: ['APPROVED'],
  })
  expect(turn?.advance.disposition).toBe('applied')
  expect(turn?.advance.kernel.state.heard).toMatchObject([{ kind: 'answered', code }])
})

test('each cause has its own tries, and one that no rule names is final at once (rule 6)', () => {
  const retry: readonly Retry[] = [
    { causes: ['crash', 'timeout'], times: 2 },
    { causes: ['invalid'], times: 1 },
  ]
  const causes = ['crash', 'invalid', 'timeout', 'crash'] as const
  const turns = playAsk(
    retry,
    causes.map((cause) => failed('red', cause)),
  )
  expect(dispositions(turns)).toEqual(['retried', 'retried', 'retried', 'applied'])
  expect(dispositions(playAsk(retry, [failed('red', 'trespass')]))).toEqual(['applied'])
})

test('a window forgets failures that are older (rule 6)', () => {
  const retry: readonly Retry[] = [{ causes: ['crash'], times: 1, withinMs: 600_000 }]
  const crash = (tick: number): Event => failed('red', 'crash', { tick })
  expect(dispositions(playAsk(retry, [crash(0), crash(600_000)]))).toEqual(['retried', 'applied'])
  expect(dispositions(playAsk(retry, [crash(0), crash(600_001)]))).toEqual(['retried', 'retried'])
})

test('an interrupted ask resumes its session, and a retried one begins a new one (rule 7)', () => {
  const begin = begun('red', { session: 's-1' })
  const [, interrupted] = playAsk(oneReask, [begin, failed('red', 'interrupted')])
  expect(interrupted?.advance.actions).toMatchObject([{ kind: 'perform', open: { attempt: 'red@3', session: 's-1' } }])
  const [, retried] = playAsk(oneReask, [begin, failed('red', 'invalid')])
  expect(retried?.advance.actions).toMatchObject([{ kind: 'perform', open: { attempt: 'red@3', session: null } }])
})

test('interruptions and rate limits spend no retry, however many come (rule 7)', () => {
  const hiccups = Array.from({ length: 5 }, (_, at) => failed('red', at % 2 === 0 ? 'interrupted' : 'limited'))
  const turns = playAsk(oneReask, [...hiccups, failed('red', 'invalid'), failed('red', 'invalid')])
  expect(dispositions(turns)).toEqual([...Array.from({ length: 6 }, () => 'retried'), 'applied'])
})

test('whatever else is interrupted is done again as well (rule 7)', () => {
  const check = { kind: 'check', id: 'gate', at: { step: 'work' }, gate: 'red', commit: 'c', parameters: {} } as const
  const child = {
    kind: 'spawn',
    id: 'child',
    at: { step: 'work' },
    protocol: 'p',
    input: null,
    onParentEnd: 'stop',
  } as const
  const mend = { kind: 'restore', id: 'mend', at: { step: 'work' }, workspace: 'w', commit: 'c' } as const
  const merge = { kind: 'integrate', id: 'merge', at: { step: 'work' }, branches: [], message: '' } as const
  const machine = { protocol: scripted([check, child, mend, merge]), budgets: budgetOfAsks(0) }
  for (const id of ['gate', 'child', 'mend', 'merge']) {
    const turn = play(machine, {}, [failed(id, 'interrupted')]).at(-1)
    expect(turn?.advance).toMatchObject({
      disposition: 'retried',
      actions: [{ kind: 'perform', open: { attempt: `${id}@2` } }],
    })
  }
})

test('a check that breaks is final: nobody but an agent is asked again', () => {
  const check = { kind: 'check', id: 'gate', at: { step: 'work' }, gate: 'red', commit: 'c', parameters: {} } as const
  const turns = play({ protocol: scripted([check]), budgets: budgetOfAsks(0) }, {}, [
    failed('gate', 'crash'),
    judged('gate'),
  ])
  expect(dispositions(turns)).toEqual(['applied', 'applied', 'late'])
})
