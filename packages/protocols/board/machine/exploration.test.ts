import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { board } from './board.ts'
import { smallBoard } from './sample.ts'

const two = { activeTasks: 2, agentsPerPhase: 1 }

test.each([
  ['a task with a phase of any type', {}],
  ['a task that waits for another', { ...two, depth: 0 }],
  ['a task with a child', { ...two, depth: 1 }],
])(
  '%s: no dead end, no answer unhandled, no loop without a bound, and an end from everywhere',
  (_, limits) => {
    proves('SIG-10', 'SIG-11', 'DPTR-28', 'T48', 'ROOM-04', 'ROOM-11', 'F42', 'F43', 'F44')
    const { faults, complete, mostAsks } = explore(board, smallBoard(limits))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
    expect(mostAsks).toBeGreaterThan(0)
  },
  120_000,
)
