import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { board } from './board.ts'
import { smallBoard } from './sample.ts'

const three = { activeTasks: 3, agentsPerPhase: 1, nudges: 0 }

test.each([
  ['a phase that may be extended', { nudges: 0, messages: 2 }],
  ['tasks that wait for others', { ...three, depth: 0 }],
  ['a task with two children, one after the other', { ...three, depth: 1 }],
])(
  '%s: no dead end, no answer unhandled, no loop without a bound, and an end from everywhere',
  (_, limits) => {
    proves('SIG-10', 'SIG-11', 'T48', 'ROOM-109', 'F42', 'F43', 'F44')
    const { faults, complete } = explore(board, smallBoard(limits))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
  },
  600_000,
)
