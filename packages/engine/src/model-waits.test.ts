import { expect, test } from 'vitest'
import type { AgentState } from './agents.ts'
import { type TurnWait, waitsIn } from './model-waits.ts'
import { honest, moved, type Script, sampleRun, stage } from './testing/index.ts'

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
