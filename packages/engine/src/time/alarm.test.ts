import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import type { Clock } from '../ports/ports.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { afterMs } from './alarm.ts'

/** A clock of a process that sleeps: what came due meanwhile rings when it wakes, as Node's timers do. */
function sleeperClock(): { readonly clock: Clock; run(ms: number): void; sleep(ms: number): void } {
  const inner = virtualClock()
  const overdue: (() => void)[] = []
  let asleep = false
  return {
    clock: {
      now: inner.now,
      monotonic: inner.monotonic,
      sinceBoot: inner.sinceBoot,
      after: (ms, callback) => inner.after(ms, () => (asleep ? overdue.push(callback) : callback())),
    },
    run: (ms) => inner.advance(ms),
    sleep: (ms) => {
      asleep = true
      inner.advance(ms)
      asleep = false
      for (const callback of overdue.splice(0)) callback()
    },
  }
}

test('it rings once, after minutes and after days', () => {
  const clock = virtualClock()
  const rung: number[] = []
  for (const ms of [0, 59_999, 60_001, 7 * 86_400_000]) afterMs(ms, clock, () => rung.push(ms))
  clock.advance(0)
  expect(rung).toEqual([0])
  clock.advance(60_000)
  expect(rung).toEqual([0, 59_999])
  clock.advance(7 * 86_400_000)
  expect(rung).toEqual([0, 59_999, 60_001, 7 * 86_400_000])
})

test('it does not ring when it was cancelled on the way', () => {
  const clock = virtualClock()
  let rung = 0
  const cancel = afterMs(150_000, clock, () => {
    rung += 1
  })
  clock.advance(100_000)
  cancel()
  clock.advance(100_000)
  expect(rung).toBe(0)
})

test('the time of a step that was slept through does not count, and what was left before is left after', () => {
  proves('F59', 'F60')
  const { clock, run, sleep } = sleeperClock()
  let rung = 0
  afterMs(90_000, clock, () => {
    rung += 1
  })
  run(60_000)
  sleep(8 * 3_600_000)
  expect(rung).toBe(0)
  run(29_999)
  expect(rung).toBe(0)
  run(1)
  expect(rung).toBe(1)
})
