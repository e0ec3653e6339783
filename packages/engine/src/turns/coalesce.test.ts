import fc from 'fast-check'
import { expect, test } from 'vitest'
import { virtualClock } from '../testing/index.ts'
import { coalesced } from './coalesce.ts'

test('passes on the first value at once, then the latest in each interval', () => {
  const clock = virtualClock()
  const passed: number[] = []
  const some = coalesced<number>(clock, 100, (value) => passed.push(value))
  for (let value = 1; value <= 1_000; value += 1) {
    some.offer(value)
    clock.advance(1)
  }
  expect(passed.slice(0, 3)).toEqual([1, 100, 200])
  expect(passed.length).toBeLessThanOrEqual(11)
  clock.advance(100)
  expect(passed.at(-1)).toBe(1_000)
})

test('never passes on more than one value an interval, never out of order, and always the last one', () => {
  const steps = fc.array(fc.tuple(fc.nat(300), fc.nat(9)), { maxLength: 60 })
  fc.assert(
    fc.property(steps, (offers) => {
      const clock = virtualClock()
      const passed: { readonly at: number; readonly value: number }[] = []
      const some = coalesced<number>(clock, 100, (value) => passed.push({ at: clock.monotonic(), value }))
      let value = 0
      for (const [waits, times] of offers) {
        clock.advance(waits)
        for (let time = 0; time < times; time += 1) some.offer(++value)
      }
      clock.advance(100)
      expect(passed.at(-1)?.value ?? 0).toBe(value)
      for (const [at, each] of passed.entries()) {
        const before = passed[at - 1]
        if (before === undefined) continue
        expect(each.at - before.at).toBeGreaterThanOrEqual(100)
        expect(each.value).toBeGreaterThan(before.value)
      }
    }),
  )
})

test('passes nothing on once it is closed, and leaves no timer behind', () => {
  const clock = virtualClock()
  const passed: string[] = []
  const some = coalesced<string>(clock, 100, (value) => passed.push(value))
  some.offer('first')
  some.offer('second')
  some.close()
  some.offer('third')
  expect(clock.next()).toBe(false)
  expect(passed).toEqual(['first'])
})
