import type { Json } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { sampleBoardInput } from '../machine/sample.ts'
import { PlayedBoard } from '../testing/played.ts'
import { boardCommands } from './index.ts'

/** Arguments that each verb for people could take, of a task and its phase. */
const given = (task: string, phase: string): Readonly<Record<string, Json>> => ({
  task: { description: 'A' },
  kill: { task },
  reset: {},
  'pause-phase': { phase },
  'resume-phase': { phase },
  redirect: { task, note: 'N' },
  veto: { task, decision: 1, why: 'W' },
  event: { event: 'deployed' },
})

test('the commands that are for people are those that an owner and a role are refused whatever they say', () => {
  const room = new PlayedBoard(sampleBoardInput())
  const { task, owner } = room.begins()
  const { phase, agents } = room.opens(owner)
  const verbs = boardCommands.flatMap(({ does, forPeople }) =>
    does.kind === 'calls-live' ? [{ verb: does.verb, forPeople: forPeople === true }] : [],
  )
  const samples = given(task, phase)
  expect(verbs.filter(({ forPeople }) => forPeople).map(({ verb }) => verb)).toEqual(
    expect.arrayContaining(Object.keys(samples)),
  )
  for (const { verb, forPeople } of verbs) {
    const refusals = [owner, agents[0] ?? ''].map((by) => room.refusal(verb, samples[verb] ?? {}, by))
    expect(
      refusals.every((rule) => rule === 'not-yours'),
      verb,
    ).toBe(forPeople)
  }
})
