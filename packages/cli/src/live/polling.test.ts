import { type VirtualClock, virtualClock } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Pace, polled } from './polling.ts'

const never = new AbortController().signal

/** Waits until the time is over, or there is news; gives the seconds at which was looked. */
async function looks(clock: VirtualClock, pace: Pace, waitMs: number, newsAt = Number.POSITIVE_INFINITY) {
  const at: number[] = []
  let isOver = false
  const began = clock.monotonic()
  const look = async (): Promise<string | null> => {
    const now = clock.monotonic() - began
    at.push(now / 1_000)
    return now >= newsAt ? 'news' : null
  }
  const found = polled(look, { pace, clock, waitMs, signal: never }).finally(() => {
    isOver = true
  })
  while (!isOver) {
    clock.next()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { at, found: await found }
}

test('who waits without a host looks after 2 s three times, after 5 s five times, then after 10 s, and after 2 s again once there was news', async () => {
  proves('ROOM-110')
  const clock = virtualClock()
  const pace: Pace = { empty: 0 }
  const found = { at: [0, 2, 4, 6, 11, 16, 21, 26, 31, 41, 51], found: 'news' }
  expect(await looks(clock, pace, 600_000, 45_000)).toEqual(found)
  expect(await looks(clock, pace, 5_000)).toEqual({ at: [0, 2, 4, 5], found: null })
  // The next wait goes on where the last one was.
  expect(await looks(clock, pace, 20_000)).toEqual({ at: [0, 2, 7, 12, 17, 20], found: null })
})

test('a wait of no time looks once, and one that nobody waits for any more ends', async () => {
  const clock = virtualClock()
  expect(await looks(clock, { empty: 8 }, 0)).toEqual({ at: [0], found: null })
  const leaving = new AbortController()
  const waiting = polled(async () => null, { pace: { empty: 0 }, clock, waitMs: 60_000, signal: leaving.signal })
  leaving.abort()
  expect(await waiting).toBe(null)
})
