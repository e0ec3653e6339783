import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { move, parties, type Status, statuses } from './status.ts'

/** As the seed has them, then those that are added. */
const legal: readonly (readonly [Status, Status])[] = [
  ['PENDING', 'IN_PROGRESS'],
  ['IN_PROGRESS', 'PASS'],
  ['IN_PROGRESS', 'FAIL'],
  ['PASS', 'COMPLETED'],
  ['FAIL', 'AWAITING_FIX'],
  ['AWAITING_FIX', 'FIXING'],
  ['FIXING', 'RE_CHECKING'],
  ['RE_CHECKING', 'PASS'],
  ['RE_CHECKING', 'FAIL'],
  ['FAIL', 'ESCALATED'],
  ['IN_PROGRESS', 'ESCALATED'],
  ['AWAITING_FIX', 'ESCALATED'],
  ['FIXING', 'ESCALATED'],
  ['RE_CHECKING', 'ESCALATED'],
  ['ESCALATED', 'RE_CHECKING'],
  ['ESCALATED', 'AWAITING_FIX'],
  ['ESCALATED', 'COMPLETED'],
]

const setBy: Readonly<Record<Status, readonly string[]>> = {
  PENDING: ['orchestrator'],
  IN_PROGRESS: ['orchestrator', 'specialist'],
  AWAITING_FIX: ['orchestrator'],
  FIXING: ['main agent'],
  RE_CHECKING: ['specialist'],
  PASS: ['specialist'],
  FAIL: ['specialist'],
  ESCALATED: ['orchestrator'],
  COMPLETED: ['orchestrator'],
}

test('of all pairs of the nine statuses exactly these are legal, each for those who may set it', () => {
  proves('VAL-47', 'VAL-48', 'VAL-49')
  expect(statuses).toHaveLength(9)
  for (const from of statuses)
    for (const to of statuses)
      for (const by of parties) {
        const isPair = legal.some(([one, other]) => one === from && other === to)
        const moved = move(from, to, by)
        if (isPair && setBy[to].includes(by)) expect(moved).toEqual({ kind: 'moved', status: to })
        else
          expect(moved).toMatchObject({
            kind: 'refused',
            rule: isPair ? 'not-theirs-to-set' : 'no-such-transition',
            reason: expect.stringContaining(to),
          })
      }
})
