import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { board } from './board.ts'
import { smallBoard } from './sample.ts'

test('a task with a phase of any type: no dead end, no answer unhandled, no loop without a bound, and an end from everywhere', () => {
  proves('SIG-10', 'SIG-11', 'DPTR-28', 'T48', 'ROOM-04', 'ROOM-11')
  const { faults, complete, mostAsks } = explore(board, smallBoard())
  expect(faults).toEqual([])
  expect(complete).toBe(true)
  expect(mostAsks).toBeGreaterThan(0)
}, 120_000)
