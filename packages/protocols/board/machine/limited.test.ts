/** Agents that run into a usage window. */
import { failed, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { after, beginning } from '../minutes/index.ts'
import { discussion } from '../testing/discussion.ts'
import { PlayedBoard } from '../testing/played.ts'
import { boardProtocol } from '../testing/story.ts'
import { ownId, sitId } from './places.ts'
import { sampleBoardInput } from './sample.ts'

test('a usage window, however often it is reached, is no death: nothing is asked, and every respawn is left', () => {
  proves('ROOM-147')
  const board = new PlayedBoard(sampleBoardInput({ limits: { respawns: 2 } }))
  const { owner } = board.begins()
  const { agents } = board.opens(owner)
  const turns = [ownId(owner), ...agents.map(sitId)]
  for (let times = 1; times <= 10; times += 1)
    for (const id of turns) board.happen(failed(id, 'limited', { retryAfterMs: 18_000_000 }))
  expect(board.open).toEqual(expect.arrayContaining(turns))
  expect(board.open.filter((id) => id.startsWith('decide:'))).toEqual([])
  expect(board.types()).not.toContain('lost')
  // How long it is left alone stands with the attempt, so that a host that comes later knows it too.
  for (const id of turns)
    expect(board.kernel.open[id]?.failures.at(-1)).toMatchObject({ cause: 'limited', retryAfterMs: 18_000_000 })
  // Deaths count as ever: two are forgiven, the third is not.
  const [role = ''] = agents
  for (const left of [true, true, false]) {
    board.happen(failed(sitId(role), 'crash'))
    expect(board.open.includes(sitId(role))).toBe(left)
  }
})

test('who was limited is shown as interrupted, and never as respawned', () => {
  proves('ROOM-147')
  const { story, designer } = discussion()
  story.fail(designer, 'limited')
  story.begin(designer)
  const { course } = story.events.reduce(after, beginning(boardProtocol))
  expect(course?.agents.get(designer)?.respawns).toBe(0)
  const kinds = [...(course?.phases.values() ?? [])].flatMap(({ occurrences }) => occurrences.map(({ kind }) => kind))
  expect(kinds).toContain('interrupted')
  expect(kinds).not.toContain('respawned')
})
