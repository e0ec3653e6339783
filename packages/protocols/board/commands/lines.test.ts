import type { GivenLive } from '@sigma/engine'
import { type Json, jsonOf } from '@sigma/protocol'
import { answered, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { ownId } from '../machine/places.ts'
import { sampleBoardInput } from '../machine/sample.ts'
import { PlayedBoard } from '../testing/played.ts'
import { boardCommands } from './index.ts'

/** Arguments of the call that a command line makes. */
function made(name: string, words: readonly string[], flags: GivenLive['flags'] = {}): Json {
  const does = boardCommands.find((each) => each.name === name)?.does
  return does?.kind === 'calls-live' ? jsonOf(does.argumentsOf({ words, flags })) : null
}

test.each(['task', 'subtask'])('pm %s takes no "-" for a description, and says what is wanted', (name) => {
  expect(() => made(name, ['-'])).toThrow('it reads no pipe')
  expect(made(name, ['- a list'])).toMatchObject({ description: '- a list' })
})

test('a budget is written in the words of the configuration', () => {
  expect(made('task', ['A'], { budget: ['asks=40', 'cost=2.5'] })).toMatchObject({ budget: { asks: 40, cost: 2.5 } })
  for (const wrong of ['turns=4', 'asks', 'asks=0', 'cost=-1', 'asks=many'])
    expect(() => made('task', ['A'], { budget: [wrong] })).toThrow('--budget is written')
})

test('pm task --blocked-by makes a task that waits, for all that are named', () => {
  proves('ROOM-38')
  const board = new PlayedBoard(sampleBoardInput())
  const [one, other] = [board.begins().task, board.begins().task]
  const { task } = board.does('task', made('task', ['After both'], { blockedBy: [one, other] }))
  expect(board.task(String(task))).toMatchObject({ status: 'blocked', blockedBy: [one, other], owner: null })
})

type Line = readonly [name: string, words?: readonly string[], flags?: GivenLive['flags']]

/** Gives a command as the seed has it. */
function gives(board: PlayedBoard, by: string, [name, words = [], flags]: Line): Readonly<Record<string, Json>> {
  const does = boardCommands.find((each) => each.name === name)?.does
  return board.does(does?.kind === 'calls-live' ? does.verb : '', made(name, words, flags), by)
}

test('whoever uses the commands of the seed alone, as the seed has them, brings a task to its end', () => {
  proves('ROOM-159')
  const board = new PlayedBoard(sampleBoardInput())
  const created = gives(board, 'ann', ['task', ['Build a landing page']])
  const [task, owner] = [String(created['task']), String(created['owner'])]
  const before: readonly Line[] = [
    ['phase', ['Brainstorm'], { limit: 2, roles: 'designer,dev' }],
    ['extend-phase', ['1']],
    ['say', ['Proposal: one page']],
    ['end-phase'],
    ['phase', ['Copy'], { limit: 1, rules: 'No code' }],
    ['say', ['So be it']],
  ]
  for (const line of before) gives(board, owner, line)
  const child = gives(board, owner, ['subtask', ['Write the words']])
  for (const each of [String(child['owner']), owner]) {
    if (each === owner) expect(gives(board, owner, ['wait-children'])).toMatchObject({ killed: [] })
    gives(board, each, ['done'])
    board.happen(answered(ownId(each), 'LV'))
  }
  expect([board.task(String(child['task'])).status, board.task(task).status]).toEqual(['done', 'done'])
})

/** What a command prints of a reply. */
function printed(name: string, reply: Json): string {
  const does = boardCommands.find((each) => each.name === name)?.does
  return does?.kind === 'calls-live' ? does.textOf(reply) : ''
}

test('tasks in a reply are named, and where there are none that is said or left out', () => {
  expect(printed('event', { event: 'deployed', tasks: [] })).toBe('Told: no task waits for it.')
  expect(printed('event', { event: 'deployed', tasks: ['tk-a1b2c3', 'tk-d4e5f6'] })).toBe('Told: tk-a1b2c3, tk-d4e5f6.')
  expect(printed('kill', { task: 'tk-a1b2c3', status: 'killed', children: [] })).toBe('tk-a1b2c3 is killed.')
  expect(printed('kill', { task: 'tk-a1b2c3', status: 'killed', children: ['tk-d4e5f6'] })).toContain(
    'go on: tk-d4e5f6',
  )
})
