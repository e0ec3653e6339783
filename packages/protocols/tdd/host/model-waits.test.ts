import type { AgentState } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type TurnWait, waitsIn } from '../../../engine/src/turns/model-waits.ts'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import type { Script } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

const state: AgentState = {
  ...{ agent: 'mine', stage: 'thinking', model: null, session: null, usage: 'unknown', waits: null, concern: null },
}
const waiting = (seconds: number): AgentState => ({
  ...state,
  stage: 'waiting',
  waits: `the model is not reached, tries again in ${seconds} s`,
})

/** Phase 0 is played so; gives the notes on it, and why it waited before it ended. */
async function played(says: (tell: (state: AgentState) => void, pass: (ms: number) => void) => void) {
  const seen: (readonly TurnWait[])[] = []
  const script: Script = (told) => {
    if (told.phase === 'Phase0') {
      const look = (given: AgentState): void => {
        told.request.onState?.(given)
        const view = host.reader.run(run)
        if (view !== null) seen.push(waitsIn(view, host.reader.notes(run), play.clock.now()))
      }
      says(look, play.clock.advance)
    }
    return honest(told)
  }
  const play = stage({ script })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await moved(host.settled(run), play.clock)
  const notes = host.reader.notes(run).filter(({ type }) => type.startsWith('model-'))
  const view = host.reader.run(run)
  return {
    notes: notes.map(({ type, data }) => `${type}: ${data['message']}`),
    seen: seen.map((each) => each.map(({ id, why }) => `${id}: ${why}`)),
    after: view === null ? null : waitsIn(view, notes, play.clock.now()),
  }
}

const wait = 'model-waits: dev waits: the model is not reached; its agent tries again by itself'
const answer = 'model-answers: dev is answered by its model again'

test('that an agent waits for its model is noted once, not at each try, and so is that it is answered again', async () => {
  const { notes, seen, after } = await played((tell) => {
    for (const seconds of [1, 2, 4, 38]) tell(waiting(seconds))
    tell(state)
  })
  expect(notes).toEqual([wait, answer])
  expect(seen.slice(0, 4)).toEqual(Array(4).fill(['phase0: the model is not reached']))
  expect(seen[4]).toEqual([])
  expect(after).toEqual([])
})

test('a model that comes and goes fills no journal', async () => {
  const { notes } = await played((tell, pass) => {
    for (let time = 0; time < 100; time += 1) {
      tell(waiting(1))
      tell(state)
    }
    pass(60_000)
    tell(waiting(1))
  })
  expect(notes).toEqual([wait, answer, wait])
})

test('a prompt that ended while its agent waited was not answered', async () => {
  const { notes, after } = await played((tell) => {
    tell(waiting(1))
    tell({ ...state, stage: 'waiting' })
    tell({ ...state, stage: 'ending' })
  })
  expect(notes).toEqual([wait])
  expect(after).toEqual([])
})

/** What is said of Phase 0 where it ended at its limit of 30 minutes. */
async function endedBy(says: (tell: (waits: string | null) => void, pass: (ms: number) => void) => void) {
  const script: Script = (told) => {
    if (told.phase === 'Phase0')
      says(
        (waits) => told.request.onState?.({ ...state, stage: waits === null ? 'thinking' : 'waiting', waits }),
        play.clock.advance,
      )
    return honest(told)
  }
  const play = stage({ script })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await moved(host.settled(run), play.clock)
  return [...host.reader.events(run)].flatMap(({ event }) => (event.kind === 'failed' ? event.findings : []))
}

const minutes = (count: number): number => count * 60_000
const refusedKey = "HTTP 401 from the model's server (authentication failed)"

test('a turn that only waited for its model says that when it ends, with what helps, and not to make the task smaller', async () => {
  proves('DPTR-120')
  const [finding] = await endedBy((tell, pass) => {
    pass(minutes(1))
    for (let time = 0; time < 9; time += 1) {
      tell(`${refusedKey}, tries again in ${time} s`)
      pass(minutes(3))
    }
    pass(minutes(2))
  })
  expect(finding).toEqual({
    rule: 'turn-limit',
    message: `dev waited 29 min of 30 min for its model in Phase0, and was ended: ${refusedKey}.`,
    remedy: 'Check its key or its login: sigma agents',
  })
})

test.each([
  ['the model is overloaded', 'Its service takes no more for now: '],
  ['too many requests', 'Its service takes no more for now: '],
  ['HTTP 529 from the model', 'Its service takes no more for now: '],
  ['the model is not reached', 'See whether its model answers: sigma agents'],
])('where it waited because %s, it is told what helps against that', async (why, remedy) => {
  const [finding] = await endedBy((tell, pass) => {
    tell(why)
    pass(minutes(30))
  })
  expect(finding?.remedy).toMatch(remedy)
})

test('a turn that worked for most of its time is told to be smaller, though it waited at the end', async () => {
  const [finding] = await endedBy((tell, pass) => {
    pass(minutes(10))
    tell(refusedKey)
    pass(minutes(5))
    tell(null)
    pass(minutes(10))
    tell(refusedKey)
    pass(minutes(5))
  })
  expect(finding).toMatchObject({ message: 'dev took longer than 30 min in Phase0, and was ended.' })
  expect(finding?.remedy).toContain('Make the task smaller')
})
