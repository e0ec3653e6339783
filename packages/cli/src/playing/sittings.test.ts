import type { Course } from '@sigma/engine'
import { expect, test } from 'vitest'
import { workedText } from './sittings.ts'

/** Events as `[epoch, tick]`. */
function courseOf(...events: readonly (readonly [epoch: number, tick: number])[]): Course {
  const envelope = {
    schema: 1,
    run: 'r',
    key: 'k',
    attempt: null,
    protocol: 'p',
    version: 1,
    at: '',
    nonce: 'n',
  } as const
  const entries = events.map(([epoch, tick], at) => {
    const recorded = {
      envelope: { ...envelope, sequence: at + 1, caller: 'c', epoch, tick },
      event: { kind: 'started', input: {} },
    } as const
    return { kind: 'event', placed: { recorded, effect: null } } as const
  })
  return { entries, turns: [] }
}

test('a run in one sitting took what was measured', () => {
  expect(workedText(courseOf([4, 0], [4, 50_000]), 61_000)).toBe('1m 1s')
})

test('of a run that was taken up again all sittings count, and no time between them', () => {
  const day = 86_400_000
  const course = courseOf([4, 1_000], [4, 61_000], [5, day], [5, day + 120_000], [9, 3 * day], [9, 3 * day + 1_000])
  expect(workedText(course, 5_000)).toBe('3m 5s in 3 sittings')
})

test('a sitting that another process plays began with what that recorded', () => {
  expect(workedText(courseOf([4, 1_000], [4, 601_000]), 5)).toBe('10m')
})
