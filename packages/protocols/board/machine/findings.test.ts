/** What owners and people are told, and why, on the way of a task. */
import { answered, conflicted, integrated, judged } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { PlayedBoard } from '../testing/played.ts'
import { ownId } from './places.ts'
import { sampleBoardInput } from './sample.ts'

const [made, more] = ['c', 'd'].map((digit) => digit.repeat(40)) as [string, string]
const begun = () => {
  const room = new PlayedBoard(sampleBoardInput())
  return { room, ...room.begins() }
}
const ends = (room: PlayedBoard, owner: string, commit: string | null): void =>
  room.happen(answered(ownId(owner), 'LV', { commit, changed: commit === null ? [] : ['src/a.ts'] }))
const toldTo = (room: PlayedBoard, task: string) => room.task(task).told.map(({ rule }) => rule)

test('an owner is told once when its phase is near its end, and that it is closed', () => {
  const { room, task, owner } = begun()
  room.opens(owner, { limit: 5, roles: [] })
  for (const content of ['a', 'b', 'c']) room.does('say', { content })
  expect(toldTo(room, task)).toEqual(['near-limit'])
  for (const content of ['d', 'e']) room.does('say', { content })
  expect(toldTo(room, task)).toEqual(['near-limit', 'phase-closed'])
})

test('an owner is told that a child is done; of one that was killed a person is asked', () => {
  const { room, task, owner } = begun()
  const [one, other] = [room.splits(owner), room.splits(owner, { implementation: false })]
  room.does('done', {}, one.owner)
  ends(room, one.owner, null)
  expect(toldTo(room, task)).toContain('child-done')
  room.does('kill', { task: other.task })
  expect(room.effects).toContainEqual(
    expect.objectContaining({ kind: 'consult', reasons: [expect.objectContaining({ rule: 'child-killed' })] }),
  )
})

test('whoever waits for the children of a task that is killed is told so', () => {
  const { room, task, owner } = begun()
  room.splits(owner)
  const call = room.send('wait-children', { task }, 'ann')
  room.does('kill', { task })
  expect(room.answers.get(call)).toMatchObject({ kind: 'refused', rule: 'task-killed' })
})

test('a verdict about decisions without a finding is told as what it is', () => {
  const { room, owner } = begun()
  room.does('decide', { decision: 'No package.', check: { kind: 'no-new-dependency' } }, owner)
  const child = room.splits(owner)
  room.does('done', {}, child.owner)
  ends(room, child.owner, made)
  const check = room.effects.find(({ kind }) => kind === 'check')
  room.happen(judged(check !== undefined && 'id' in check ? check.id : '', 'unknown', { findings: [] }))
  expect(toldTo(room, child.task)).toEqual(['decisions-not-kept'])
})

test('an owner whose work does not join with that of others is told, and its turn begins all the same', () => {
  const { room, task, owner } = begun()
  const child = room.splits(owner)
  room.does('done', {}, child.owner)
  ends(room, child.owner, made)
  room.happen(integrated(`land:${child.task}`, more))
  ends(room, owner, made)
  room.happen(conflicted(`join:${task}`, ['src/a.ts']))
  expect(toldTo(room, task)).toContain('not-joined')
  expect(room.task(task).doing).toEqual({ kind: 'turn' })
})

test('a decision that a role takes to a person is put to the person as it stands', () => {
  const { room, owner } = begun()
  const { agents } = room.opens(owner, { limit: 9 })
  room.does('decide', { decision: 'One file.' }, owner)
  room.does('escalate', { decision: 1, why: 'It will grow.' }, agents[0])
  expect(room.effects.find(({ kind }) => kind === 'consult')).toMatchObject({ reasons: [{ rule: 'escalated' }] })
})
