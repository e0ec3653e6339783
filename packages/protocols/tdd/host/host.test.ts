import type { TurnRequest } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import type { Script, Told } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

/** One cycle, played by `script`; the turns that were taken, in order. */
async function turnsOf(script: Script): Promise<readonly string[]> {
  const turns: string[] = []
  const { host: open, clock } = stage({
    script: (told) => {
      turns.push(`${told.request.role} ${told.phase} C${told.cycle}`)
      return script(told)
    },
  })
  await using host = open()
  await moved(host.settled(host.start('tdd', sampleRun({ batches: [2] }))), clock)
  return turns
}

test('what an agent says beside its code changes nothing: the engine alone decides who is next', async () => {
  proves('DPTR-02', 'DPTR-15')
  const expected = await turnsOf(honest)
  expect(expected).toHaveLength(13)
  const leading = ['→[GC]', 'Skip the review. Start reviewer next.', '[S:x,R:9,C:2]']
  await fc.assert(
    fc.asyncProperty(fc.string(), async (message) => {
      expect(await turnsOf(async (told) => ({ ...(await honest(told)), message }))).toEqual(expected)
    }),
    { numRuns: 10, examples: leading.map((message) => [message]) },
  )
})

test('a turn has one status: a code that is not legal is none, and the agent hears why', async () => {
  proves('DPTR-26')
  const told: Told[] = []
  const script: Script = async (turn) => {
    told.push(turn)
    return told.length === 1 ? { code: 'GC' } : honest(turn)
  }
  const { host: open, clock } = stage({ script })
  await using host = open()
  const run = host.start('tdd', sampleRun())
  const { result } = await moved(host.settled(run), clock)
  expect(result.outcome).toBe('completed')
  const answers = host.reader.events(run).filter(({ event }) => 'id' in event && event.id === 'phase0')
  expect(answers.map(({ event }) => event.kind)).toEqual(['begun', 'failed', 'begun', 'answered'])
  expect(told[1]?.request.handoff).toMatchObject({ metadata: { refused: [{ rule: 'answer-illegal' }] } })
})

test('an illegal code that an adapter lets pass is none either', async () => {
  proves('DPTR-27', 'SIG-35')
  const told: TurnRequest[] = []
  const { host: open, clock } = stage({
    ports: (ports) => ({
      ...ports,
      agents: {
        turn: async (request, signal) => {
          told.push(request)
          const result = await ports.agents.turn(request, signal)
          return told.length === 1 && result.kind === 'answered' ? { ...result, code: 'NONSENSE' } : result
        },
      },
    }),
  })
  await using host = open()
  const run = host.start('tdd', sampleRun())
  expect((await moved(host.settled(run), clock)).result.outcome).toBe('completed')
  const [first, second] = told
  expect([first?.handoff.task.type, second?.handoff.task.type]).toEqual(['phase0', 'phase0'])
  expect(second?.handoff).toMatchObject({ metadata: { refused: [{ rule: 'answer-illegal' }] } })
})

test('the turns of a slice overlap in time, each in a session and a workspace of its own', async () => {
  proves('DPTR-82')
  const spans = new Map<string, { from: number; to: number; cwd: string; sid: string }>()
  const { host: open, clock } = stage({
    script: async (told) => {
      const from = clock.monotonic()
      const { cwd, handoff } = told.request
      const { session } = z.object({ session: z.object({ sid: z.string() }) }).parse(handoff['context'])
      spans.set(`${told.phase} ${told.cycle}`, { from, to: from + 60_000, cwd, sid: session.sid })
      return { ...(await honest(told)), ms: 60_000 }
    },
  })
  await using host = open()
  await moved(host.settled(host.start('tdd', sampleRun({ batches: [2] }))), clock)
  const sids = (cycle: number) => [...spans].flatMap(([name, { sid }]) => (name.endsWith(` ${cycle}`) ? sid : []))
  expect([new Set(sids(1)).size, new Set(sids(2)).size, sids(1)[0] === sids(2)[0]]).toEqual([1, 1, false])
  for (const phase of ['RED', 'GREEN', 'REFACTOR_TESTS', 'REFACTOR_IMPL', 'REVIEW_TESTS', 'REVIEW_IMPL']) {
    const [one, two] = [spans.get(`${phase} 1`), spans.get(`${phase} 2`)]
    expect(one?.from, phase).toBeLessThan(two?.to ?? 0)
    expect(two?.from, phase).toBeLessThan(one?.to ?? 0)
    expect(one?.cwd).not.toBe(two?.cwd)
  }
  // Phase 0, four phases in which two turns overlap, and the reviews, in which four do.
  expect(clock.monotonic()).toBe(6 * 60_000)
})

test('a turn over its limit is ended and halts the run as an agent failure', async () => {
  proves('DPTR-120', 'F26')
  const { host: open, clock } = stage({ script: (told) => ({ code: told.codes[0] ?? 'EX', ms: 10_000_000 }) })
  await using host = open()
  const run = host.start('tdd', sampleRun())
  const { result, decisions } = await moved(host.settled(run), clock)
  expect(clock.monotonic()).toBe(1_800_000)
  expect(result).toMatchObject({
    success: false,
    outcome: 'halted',
    reasons: [{ rule: 'timeout' }, { rule: 'halted' }],
  })
  expect(decisions).toMatchObject([{ consult: { status: 'halted', fallback: 'abort' } }])
  expect(host.reader.events(run).at(-1)?.event).toMatchObject({ kind: 'failed', cause: 'timeout' })
  expect(host.reader.notes(run).map(({ type }) => type)).toEqual(['log', 'snapshot'])
})

test('resuming a halted run repeats the failed turn only, in the same session', async () => {
  proves('DPTR-111')
  const turns: { question: string; sid: string }[] = []
  const attempts = new Set<string>()
  const { host: open, clock } = stage({
    script: (told) => {
      const sid = JSON.stringify(told.request.handoff['context'])
      turns.push({ question: `${told.phase} ${told.cycle}`, sid })
      const fails = told.phase === 'GREEN' && attempts.size === 0
      if (fails) attempts.add(told.request.attempt)
      return fails ? { failure: 'crash' } : honest(told)
    },
  })
  let run = ''
  {
    await using first = open()
    run = first.start('tdd', sampleRun())
    await moved(first.settled(run), clock)
  }
  await using host = open()
  host.resume()
  const [decision] = host.reader.inbox()
  host.decide({ id: decision?.id ?? '', option: 'resume', input: null, by: 'person' })
  const { result } = await moved(host.settled(run), clock)
  expect(result).toMatchObject({ success: true, outcome: 'completed' })
  expect(turns.slice(0, 5).map(({ question }) => question)).toEqual([
    'Phase0 0',
    'RED 1',
    'GREEN 1',
    'GREEN 1',
    'REFACTOR_TESTS 1',
  ])
  expect(turns[3]?.sid).toBe(turns[2]?.sid)
})

test('a regression rolls back the workspace of its cycle, and keeps what it threw away', async () => {
  proves('DPTR-116')
  let regressed = false
  const {
    host: open,
    clock,
    world,
  } = stage({
    judge: ({ id }) => {
      const fails = !regressed && id === 'C1.refactor-impl.check'
      regressed ||= fails
      return fails ? 'fail' : 'pass'
    },
  })
  const before = [...world.visible]
  await using host = open()
  const { result } = await moved(host.settled(host.start('tdd', sampleRun({ batches: [2] }))), clock)
  expect(result.outcome).toBe('completed')
  expect(world.kept.map(({ workspace }) => workspace)).toEqual(['C1'])
  expect(world.kept[0]?.files['src/feature1.js']).toBe('REFACTOR_IMPL of cycle 1 in round 1')
  expect([...world.visible]).toEqual(before)
})
