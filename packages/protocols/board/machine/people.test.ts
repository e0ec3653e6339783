/** What people do on a board, and what an owner waits for outside. */
import { answered, decided, elapsed, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { PlayedBoard } from '../testing/played.ts'
import { ownId, sitId } from './places.ts'
import { killGraceMs } from './rooms.ts'
import { sampleBoardInput } from './sample.ts'

const begun = () => {
  const room = new PlayedBoard(sampleBoardInput())
  return { room, ...room.begins() }
}

test('a person pauses and resumes a phase', () => {
  proves('ROOM-135')
  const { room, owner } = begun()
  const { phase } = room.opens(owner)
  room.does('pause-phase')
  for (const by of [owner, 'ann']) expect(room.refusal('say', { content: 'a' }, by)).toBe('paused')
  room.does('resume-phase')
  expect(room.does('say', { content: 'a' }, owner)).toMatchObject({ phase, count: 1 })
})

test('a note to an owner is acknowledged before it goes on', () => {
  proves('ROOM-135')
  const { room, task, owner } = begun()
  room.does('redirect', { task, note: 'Use one file.' })
  expect(room.told.at(-1)).toMatchObject({ type: 'redirected', to: ownId(owner) })
  for (const [verb, args] of Object.entries({
    phase: { name: 'P', limit: 3 },
    subtask: { description: 'A' },
    done: {},
  }))
    expect(room.call(verb, args, owner)).toMatchObject({
      rule: 'redirect-open',
      reason: 'A person says: Use one file.',
    })
  expect(room.does('acknowledge', {}, owner)).toMatchObject({ acknowledged: 'Use one file.' })
  expect(room.does('done', {}, owner)).toMatchObject({ status: 'landing' })
})

test('a reset ends the board and every agent', () => {
  const { room, owner } = begun()
  const { agents } = room.opens(owner)
  room.does('reset')
  const stopped = room.effects.filter(({ kind }) => kind === 'stop')
  expect(stopped).toEqual(
    [ownId(owner), ...agents.map(sitId)].map((id) => ({ kind: 'stop', id, graceMs: killGraceMs })),
  )
  expect([room.kernel.status, room.open]).toEqual(['ended', []])
  expect(room.refusal('say', { content: 'a' }, sitId('oak_aaaa'))).toBe('run-ended')
})

test.each([
  ['answer', { for: 'answer', question: 'Which colour?' }, 'ann answers: Blue.'],
  ['time', { for: 'time', ms: 1_000 }, 'The time that you waited for is over.'],
  ['event', { for: 'event', event: 'deployed' }, 'The event deployed came: {"at":1}'],
])('a task that waits for %s holds no turn, and goes on with what came', (kind, args, message) => {
  proves('ROOM-157')
  const { room, task, owner } = begun()
  room.does('wait', args, owner)
  expect(room.refusal('phase', { name: 'P', limit: 3 }, owner)).toBe('waits-already')
  room.happen(answered(ownId(owner), 'WT'))
  expect(room.task(task).doing).toEqual({ kind: 'outside' })
  expect(room.open.some((id) => id.startsWith('own:'))).toBe(false)
  if (kind === 'answer') room.happen(decided(`wait:${task}`, 'answer', { input: { answer: 'Blue.' } }))
  else if (kind === 'time') room.happen(elapsed(`wait:${task}`))
  else {
    expect(room.does('event', { event: 'other' })).toMatchObject({ tasks: [] })
    expect(room.does('event', { event: 'deployed', data: { at: 1 } })).toMatchObject({ tasks: [task] })
  }
  expect(room.task(task).doing).toEqual({ kind: 'turn' })
  expect(room.effects.find((each) => each.kind === 'ask')).toMatchObject({
    brief: { context: { told: [`${message} Go on with it.`] } },
  })
})

test('whoever speaks too late hears that the phase is closed, and where another task is active never of a phase of the wrong one', () => {
  const { room, task, owner } = begun()
  const { phase } = room.opens(owner, { roles: [] })
  room.does('end-phase', {}, owner)
  const said = { content: 'too late' }
  expect(room.refusal('say', said)).toBe('room-closed')
  const other = room.begins({ implementation: false })
  expect(room.refusal('say', said)).toBe('no-phase')
  expect(room.call('say', { ...said, task })).toMatchObject({
    rule: 'room-closed',
    reason: expect.stringContaining(phase),
  })
  expect(room.refusal('say', { ...said, task: other.task })).toBe('no-phase')
  room.does('kill', { task })
  expect(room.refusal('say', said)).toBe('no-phase')
})
