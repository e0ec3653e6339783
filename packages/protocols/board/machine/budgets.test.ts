import { answered, begun, decided, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { PlayedBoard } from '../testing/played.ts'
import type { BoardInput } from './input.ts'
import { ownId, sitId } from './places.ts'
import { sampleBoardInput } from './sample.ts'

const of = (input: Partial<BoardInput> = {}): PlayedBoard => new PlayedBoard(sampleBoardInput({ ...input, limits: {} }))

/** A turn that ends with this, having used so many tokens. */
function turn(board: PlayedBoard, id: string, tokens = 0): void {
  board.happen(begun(id))
  board.happen(answered(id, 'WT', { usage: { inputTokens: tokens, outputTokens: 0, costUsd: 0 } }))
}

const questions = (board: PlayedBoard): readonly string[] => board.open.filter((id) => id.startsWith('decide:'))
const left = (board: PlayedBoard): readonly (readonly [string | undefined, number])[] =>
  board.kernel.budgets.map(({ budget, left: rest }) => [budget.of, rest])

test('a task whose budget is spent asks nobody until a person has given more, and no other task is touched', () => {
  proves('ROOM-148')
  const board = of()
  const { task, owner } = board.begins({ budget: { asks: 2 } })
  const other = board.begins({ implementation: false })
  turn(board, ownId(owner))
  expect(left(board)).toEqual([[task, 0]])
  turn(board, ownId(owner))
  const [question = ''] = questions(board)
  expect(questions(board)).toEqual([`decide:${task}:budget`])
  expect(board.kernel.open[question]?.effect).toMatchObject({
    reasons: [{ message: `${task}'s budget of 2 agent calls is spent: 2 agent calls used.` }],
  })
  expect(board.task(task)).toMatchObject({ status: 'active', doing: { kind: 'deciding' } })
  expect(board.open).not.toContain(ownId(owner))
  expect(board.refusal('phase', { name: 'P', limit: 3, task })).toBe('decision-waits')
  expect(board.open).toContain(ownId(other.owner))
  board.happen(decided(question, 'extend', { input: { more: { asks: 3 } } }))
  expect(board.open).toContain(ownId(owner))
  expect(left(board)).toEqual([[task, 2]])
})

test.each([
  ['tokens', { tokens: 100 }, 100, 'tokens-spent'],
  ['cost', { cost: 0.5 }, 500_000, 'cost-spent'],
  ['time', { minutes: 1 }, 60_000, 'minutes-spent'],
] as const)('a budget of %s is spent by owner and roles together', (_, budget, most, rule) => {
  proves('ROOM-148')
  const board = of()
  const { task, owner } = board.begins({ budget })
  const { agents } = board.opens(owner, { roles: ['qa'] })
  const [role = ''] = agents
  expect(board.kernel.budgets).toMatchObject([{ budget: { of: task }, left: most }])
  for (const id of [sitId(role), ownId(owner)]) {
    board.happen(begun(id, { tick: 0 }))
    const usage = { inputTokens: 60, outputTokens: 0, costUsd: 0.3 }
    board.happen(answered(id, 'WT', { usage, tick: 40_000 }))
  }
  expect(board.kernel.budgets).toMatchObject([{ left: expect.any(Number) }])
  expect(board.kernel.budgets[0]?.left).toBeLessThanOrEqual(0)
  expect(board.open).not.toContain(ownId(owner))
  const asked = Object.values(board.kernel.open).flatMap(({ effect }) => (effect.kind === 'consult' ? [effect] : []))
  expect(asked).toMatchObject([{ id: `decide:${task}:budget`, reasons: [{ rule }] }])
})

test('what subtasks use counts for the task above, also where they have a budget of their own', () => {
  proves('ROOM-148')
  const board = of({ taskBudget: { asks: 4 } })
  const { task, owner } = board.begins()
  const child = board.splits(owner, { budget: { asks: 2 } })
  expect(left(board)).toEqual([
    [task, 2],
    [child.task, 1],
  ])
  turn(board, ownId(child.owner))
  turn(board, ownId(child.owner))
  expect(questions(board)).toEqual([`decide:${child.task}:budget`])
  // More for the child is more for the child alone: what is above it bounds it all the same.
  board.happen(decided(`decide:${child.task}:budget`, 'extend', { input: { more: { asks: 9 } } }))
  expect(left(board)).toEqual([
    [task, 0],
    [child.task, 8],
  ])
  turn(board, ownId(child.owner))
  const [{ effect } = { effect: null }] = Object.values(board.kernel.open).filter(
    (each) => each.effect.kind === 'consult',
  )
  expect(effect).toMatchObject({ reasons: [{ message: expect.stringContaining(`${task}'s budget`) }] })
  board.happen(decided(`decide:${child.task}:budget`, 'extend'))
  expect(board.open).toContain(ownId(child.owner))
})

test('a restart fills nothing up', () => {
  const board = of({ taskBudget: { asks: 1 } })
  const { task } = board.begins()
  board.does('kill', { task, restart: true })
  expect(questions(board)).toEqual([`decide:${task}:budget`])
})

test('whose turns a person plays costs no tokens', () => {
  const board = of({ taskBudget: { tokens: 10, asks: 9 }, people: ['owner'] })
  const { owner } = board.begins()
  turn(board, ownId(owner), 50)
  expect(left(board).map(([, rest]) => rest)).toEqual([7, 10])
})
