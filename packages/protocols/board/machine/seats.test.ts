/** The seats of a phase: when a role is asked, when again, and what becomes of one that dies. */
import { lateRule } from '@sigma/protocol'
import { answered, elapsed, failed, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { PlayedBoard } from '../testing/played.ts'
import { ownId, sitId } from './places.ts'
import { sampleBoardInput } from './sample.ts'

const begun = () => {
  const room = new PlayedBoard(sampleBoardInput())
  return { room, ...room.begins() }
}

test('a role that waits is asked again when others speak, and not for its own words; one that left is not', () => {
  proves('ROOM-137')
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner, { limit: 9 })
  const [one = '', two = ''] = agents
  room.does('say', { content: 'a' }, one)
  room.happen(answered(sitId(one), 'WT'))
  room.happen(answered(sitId(two), 'WT'))
  const statuses = () => room.task(task).phases[0]?.seats.map(({ status }) => status)
  // The second had not heard the first, and is asked again at once.
  expect(statuses()).toEqual(['waits', 'turn'])
  room.happen(answered(sitId(two), 'LV'))
  room.does('say', { content: 'b' })
  expect(statuses()).toEqual(['turn', 'left'])
})

test('a review ends when each role has approved or rejected', () => {
  proves('ROOM-156')
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner, { type: 'review' })
  const [one = '', two = ''] = agents
  const vote = { approves: true, why: 'It is good.' }
  expect(room.does('vote', vote, one)).toMatchObject({ closed: false })
  expect(room.refusal('vote', vote, one)).toBe('voted')
  expect(room.does('vote', { ...vote, approves: false }, two)).toMatchObject({ closed: true })
  expect(room.task(task).phases).toMatchObject([{ closed: 'voted', seats: [{ approves: true }, { approves: false }] }])
  room.opens(owner, { name: 'review it', type: 'discussion', roles: ['qa'] })
  const [seat] = room.task(task).phases[1]?.seats ?? []
  expect(room.refusal('vote', vote, seat?.name ?? '')).toBe('no-review')
})

test('only builders may write, by the globs of the board', () => {
  proves('ROOM-156')
  const { room, owner } = begun()
  for (const [type, writes] of Object.entries({ discussion: [], review: [], decision: [], build: ['src/**'] })) {
    room.opens(owner, { type, roles: ['dev'] })
    expect(room.effects.find(({ kind }) => kind === 'ask')).toMatchObject({ writes })
    room.call('end-phase', type === 'decision' ? {} : {}, type === 'decision' ? 'ann' : owner)
  }
})

test('an agent that died too often halts the task until a person decides; its phase takes no messages meanwhile', () => {
  proves('ROOM-136', 'ROOM-138', 'ROOM-139', 'F36')
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner, { limit: 9 })
  const [one = '', two = ''] = agents
  const asks = () => room.kernel.open[sitId(one)]?.attempt
  for (let death = 1; death <= 3; death += 1) {
    const before = asks()
    room.happen(failed(sitId(one), 'crash', { final: false }))
    expect(asks()).not.toBe(before)
    expect(room.does('say', { content: 'a' }, two)).toMatchObject({ count: death })
  }
  room.happen(failed(sitId(one), 'crash', { final: false }))
  expect(room.task(task).questions).toEqual([{ cause: 'role-lost', about: one }])
  expect(room.refusal('say', { content: 'a' }, two)).toBe('paused')
  const [id = ''] = room.open.filter((each) => each.startsWith('decide:'))
  expect(room.kernel.open[id]?.effect).toMatchObject({ status: 'halted', expiryMs: null, fallback: 'respawn' })
  room.happen({ tick: 0, nonce: 'n', kind: 'decided', id, option: 'respawn', input: null, by: 'ann' })
  expect(room.open).toContain(sitId(one))
  expect(room.does('say', { content: 'a' }, one)).toMatchObject({ count: 4 })
})

test('a role whose turn was late is asked about once, begun again by nobody else, and the room goes on meanwhile', () => {
  proves('DPTR-120')
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner, { limit: 9 })
  const [one = '', two = ''] = agents
  const findings = [{ rule: lateRule, message: 'It took longer than 35 min.', remedy: 'Give it more.' }]
  room.happen(failed(sitId(one), 'late', { final: false, findings }))
  expect(room.task(task).questions).toEqual([{ cause: 'role-late', about: one }])
  expect(room.open).not.toContain(sitId(one))
  expect(room.does('say', { content: 'a' }, two)).toMatchObject({ count: 1 })
  const [id = ''] = room.open.filter((each) => each.startsWith('decide:'))
  expect(room.kernel.open[id]?.effect).toMatchObject({
    status: 'escalated',
    fallback: 'extend',
    options: ['extend', 'respawn', 'without', 'kill'].map((name) => ({ name })),
  })
  const input = { more: { minutes: 20 } }
  room.happen({ tick: 0, nonce: 'n', kind: 'decided', id, option: 'extend', input, by: 'ann' })
  expect(room.kernel.open[sitId(one)]?.moreMs).toBe(20 * 60_000)
})

test('a room in which nobody speaks any more is put to its owner, a bounded number of times', () => {
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner)
  room.happen(answered(ownId(owner), 'WT'))
  expect(room.task(task).doing).toEqual({ kind: 'phase' })
  for (const agent of agents) room.happen(answered(sitId(agent), 'LV'))
  expect(room.task(task)).toMatchObject({ doing: { kind: 'turn' }, nudges: 2 })
  for (let turn = 0; turn < 3; turn += 1) room.happen(answered(ownId(owner), 'WT'))
  expect(room.task(task)).toMatchObject({ doing: { kind: 'deciding' }, questions: [{ cause: 'owner-idle' }] })
})

test('a builder hands over what it made: at once, or within the grace of a phase that closed', () => {
  proves('ROOM-26')
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner, { type: 'build', limit: 9 })
  const [one = '', two = ''] = agents
  room.happen(answered(sitId(one), 'LV', { commit: 'c'.repeat(40), changed: ['src/a.ts'] }))
  expect(room.task(task).joins).toEqual([{ name: one, commit: 'c'.repeat(40) }])
  room.does('end-phase', {}, owner)
  room.does('done', {}, owner)
  room.happen(answered(ownId(owner), 'LV'))
  expect(room.task(task).doing).toMatchObject({ kind: 'landing', stage: 'builders' })
  expect(room.kernel.open[`leave:${two}`]?.effect).toMatchObject({ durationMs: 30_000 })
  room.happen(answered(sitId(two), 'WT', { commit: 'd'.repeat(40), changed: ['src/b.ts'] }))
  expect(room.effects.at(-1)).toMatchObject({
    kind: 'integrate',
    branches: [{ name: task }, { name: one, commit: 'c'.repeat(40) }, { name: two, commit: 'd'.repeat(40) }],
  })
  expect(room.open).toEqual([`land:${task}`])
})

test('a builder that takes longer than its grace is ended', () => {
  proves('ROOM-26')
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner, { type: 'build', roles: ['dev'] })
  const [one = ''] = agents
  room.does('end-phase', {}, owner)
  room.happen(elapsed(`leave:${one}`))
  expect(room.effects).toEqual([{ kind: 'stop', id: sitId(one), graceMs: 0 }])
  expect(room.task(task).phases[0]?.seats[0]?.status).toBe('left')
})
