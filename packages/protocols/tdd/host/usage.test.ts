/** What turns used, from the agent's word to the sums that people see. */

import { courseOf, type RunUsage, usageOf } from '@sigma/engine'
import type { Budget, Recorded, Usage } from '@sigma/protocol'
import { begun, failed, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import type { Does, Told } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

interface Spending {
  readonly usage?: Usage
  readonly failure?: NonNullable<Does['failure']>
  readonly ms?: number
}

const usedIn = (events: readonly Recorded[]): RunUsage =>
  usageOf(courseOf({ events: () => events, notes: () => [] }, 'run-1'))

async function played(
  spends: (told: Told) => Spending,
  rest: { readonly budgets?: readonly Budget[]; readonly people?: readonly string[] } = {},
) {
  const play = stage({
    script: async (told) => ({ ...(await honest(told)), ms: 1_000, ...spends(told) }),
    ports: (ports) => ({
      ...ports,
      agents: {
        ...ports.agents,
        nameOf: (role) => (role === 'qa' ? 'claude' : 'mine'),
        ...(rest.people && { keepsWork: (role) => rest.people?.includes(role) === true }),
      },
    }),
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [1], ...(rest.budgets && { budgets: rest.budgets }) }))
  const settled = await moved(host.settled(run), play.clock)
  const events = host.reader.events(run)
  return { ...settled, events, usage: usedIn(events), view: host.reader.run(run) }
}

const qaSays = (told: Told): Spending =>
  told.request.role === 'qa' ? { usage: { inputTokens: 100, outputTokens: 10, cachedTokens: 40, costUsd: 0.1 } } : {}

test('usage is summed of the run, and by role, phase and agent; who did not say is counted apart', async () => {
  const { usage } = await played(qaSays)
  const ofQa = { inputTokens: 300, outputTokens: 30, cachedTokens: 120, costUsd: 0.3 }
  const silent = { inputTokens: 'unknown', outputTokens: 'unknown', cachedTokens: 'unknown', costUsd: 'unknown' }
  expect(usage.whole).toEqual({ turns: 7, ...ofQa, unsaid: { tokens: 4, cost: 4 }, workedMs: 7_000 })
  expect(usage.roles).toEqual({
    qa: { turns: 3, ...ofQa, unsaid: { tokens: 0, cost: 0 }, workedMs: 3_000 },
    dev: { turns: 4, ...silent, unsaid: { tokens: 4, cost: 4 }, workedMs: 4_000 },
  })
  expect(usage.agents).toEqual({ claude: usage.roles['qa'], mine: usage.roles['dev'] })
  expect(Object.entries(usage.phases).map(([phase, { turns }]) => `${phase} ${turns}`)).toEqual([
    'Phase0 1',
    'RED 1',
    'GREEN 1',
    'REFACTOR_TESTS 1',
    'REFACTOR_IMPL 1',
    'REVIEW_TESTS 1',
    'REVIEW_IMPL 1',
  ])
})

test('that a person takes a turn is on record where it begins, for what turns use leaves it out', async () => {
  const { events, result } = await played(qaSays, { people: ['qa'] })
  expect(result.outcome).toBe('waiting')
  const turns = events.flatMap(({ event }) => (event.kind === 'begun' ? [event.turn] : []))
  expect(turns).toEqual([
    { role: 'dev', phase: 'Phase0', agent: 'mine' },
    { role: 'qa', phase: 'RED', agent: 'claude', person: true },
  ])
})

test('a turn that failed used what it says, and what it does not say is unknown; it is on record with the failure', async () => {
  let asked = 0
  const { events, usage } = await played((told) => {
    asked += told.phase === 'RED' ? 1 : 0
    if (told.phase !== 'RED' || asked > 2) return {}
    return { failure: 'limited', ...(asked === 1 && { usage: { inputTokens: 7, outputTokens: 1 } }) }
  })
  const failures = events.flatMap(({ event }) => (event.kind === 'failed' ? [event.usage] : []))
  expect(failures).toEqual([{ inputTokens: 7, outputTokens: 1 }, 'unknown'])
  expect(usage.phases['RED']).toMatchObject({ turns: 3, inputTokens: 7, unsaid: { tokens: 2 } })
})

test('what budgets have left is what the sums say was used', async () => {
  const budgets: readonly Budget[] = [
    { unit: 'tokens', most: 10_000 },
    { unit: 'microdollars', most: 2_000_000, role: 'qa' },
    { unit: 'milliseconds', most: 100_000 },
    { unit: 'tokens', most: 500, phase: 'RED' },
  ]
  const { usage, view } = await played(qaSays, { budgets })
  expect(view?.budgets.slice(1).map(({ granted, left, unsaid }) => [granted - left, unsaid])).toEqual([
    [330, usage.whole.unsaid.tokens],
    [300_000, 0],
    [usage.whole.workedMs, 0],
    [110, 0],
  ])
})

test('a spent budget asks a person, in the words of what is spent; whoever works meanwhile is not cut', async () => {
  const { decisions, result, usage } = await played(qaSays, { budgets: [{ unit: 'tokens', most: 100 }] })
  expect(result.outcome).toBe('waiting')
  expect(usage.whole.turns).toBe(2)
  const [{ consult } = { consult: null }] = decisions
  expect(consult?.question).toBe('C1 GREEN, dev: a budget is spent. How should it go on?')
  expect(consult?.reasons).toMatchObject([
    {
      rule: 'tokens-spent',
      message: "The run's budget of 100 tokens is spent: at least 110 tokens used, and 1 turn did not say.",
    },
  ])
})

test('a turn is ended when the time that the run may use is over, and a person is asked', async () => {
  proves('F26')
  const budgets: readonly Budget[] = [{ unit: 'milliseconds', most: 5_000 }]
  const { events, decisions } = await played((told) => (told.phase === 'RED' ? { ms: 60_000 } : {}), { budgets })
  expect(events.findLast(({ event }) => event.kind === 'failed')?.event).toMatchObject({
    cause: 'budget',
    findings: [{ rule: 'minutes-spent', message: expect.stringContaining('was ended in RED after 4 s') }],
    usage: 'unknown',
  })
  expect(decisions).toMatchObject([{ consult: { reasons: [{ rule: 'minutes-spent' }] } }])
})

test('figures that are none count as not said; what was used beyond doubt of order is the same in any order', () => {
  const record = (event: ReturnType<typeof begun> | ReturnType<typeof failed>, attempt: string, tick: number) => ({
    event,
    envelope: {
      schema: 1 as const,
      run: 'r',
      sequence: 1,
      key: '',
      attempt,
      protocol: 'tdd',
      version: 1,
      at: '',
      tick,
      nonce: '',
      caller: 'host',
      epoch: 1,
    },
  })
  const turn = (attempt: string, usage: Usage) => [
    record(begun('red', { turn: { role: 'qa', phase: 'RED', agent: null } }), attempt, 0),
    record(failed('red', 'crash', { usage }), attempt, 5),
  ]
  const cents = [0.1, 0.2, 0.3, 0.7].map((costUsd, at) => turn(`a${at}`, { costUsd, inputTokens: -1 }))
  const forth = usedIn(cents.flat())
  expect(usedIn(cents.toReversed().flat())).toEqual(forth)
  expect(forth).toMatchObject({
    whole: { costUsd: 1.3, inputTokens: 'unknown', unsaid: { tokens: 4, cost: 0 } },
    agents: {},
  })
  const interrupted = [record(begun('red'), 'b', 0), record(failed('red', 'interrupted'), 'b', 9e6)]
  const ofPerson = { role: 'qa', phase: 'RED', agent: 'me', person: true } as const
  const left = [record(begun('red', { turn: ofPerson }), 'b', 0), record(failed('red', 'interrupted'), 'b', 9e6)]
  expect(usedIn(left).whole).toMatchObject({ turns: 0, inputTokens: 0, unsaid: { tokens: 0, cost: 0 } })
  expect(usedIn(interrupted).whole).toMatchObject({ turns: 1, inputTokens: 'unknown', workedMs: 0 })
  expect(usedIn([record(failed('red', 'unavailable'), 'c', 1)]).whole).toMatchObject({ turns: 0, inputTokens: 0 })
})
