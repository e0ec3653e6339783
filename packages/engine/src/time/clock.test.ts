import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../ports/ports.ts'
import { isRefused, type Trial } from '../testing/contracts/contract.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { systemClock } from './clock.ts'

interface ClockTrial {
  readonly clock: Clock
  /** Lets so much time pass. */
  pass(ms: number): Promise<void>
}

const times = Array.from({ length: 40 }, (_, at) => at)

/** What all clocks do. */
const cases: readonly Trial<ClockTrial>[] = [
  {
    name: 'calls back once, and never before its time',
    expected: times.map((ms) => [`after ${ms} ms`, 'in time']),
    run: async ({ clock, pass }) => {
      const rung: string[][] = []
      const from = clock.monotonic()
      for (const ms of times) {
        clock.after(ms, () => rung.push([`after ${ms} ms`, clock.monotonic() - from >= ms ? 'in time' : 'early']))
      }
      await pass(100)
      return rung.sort(([a = ''], [b = '']) => a.localeCompare(b, 'en', { numeric: true }))
    },
  },
  {
    name: 'does not call back while it is too early',
    expected: 0,
    run: async ({ clock, pass }) => {
      let calls = 0
      const cancel = clock.after(60_000, () => {
        calls += 1
      })
      await pass(20)
      cancel()
      return calls
    },
  },
  {
    name: 'never calls back before `after` has returned, even when it is due at once',
    expected: [0, 2],
    run: async ({ clock, pass }) => {
      let calls = 0
      for (const ms of [0, -1])
        clock.after(ms, () => {
          calls += 1
        })
      const before = calls
      await pass(20)
      return [before, calls]
    },
  },
  {
    name: 'a cancelled call never comes, and cancelling what is over does nothing',
    expected: ['kept'],
    run: async ({ clock, pass }) => {
      const calls: string[] = []
      const cancel = clock.after(5, () => calls.push('cancelled'))
      const late = clock.after(5, () => calls.push('kept'))
      cancel()
      cancel()
      await pass(40)
      late()
      return calls
    },
  },
  {
    name: 'takes no timer of more than a minute',
    expected: true,
    run: ({ clock }) => isRefused(() => clock.after(60_001, () => undefined)),
  },
  {
    name: 'monotonic time never falls, and wall time counts milliseconds since 1970',
    expected: { fell: false, passed: true, thisCentury: true },
    run: async ({ clock, pass }) => {
      const read = [clock.monotonic(), clock.monotonic()]
      await pass(20)
      read.push(clock.monotonic())
      const [first = 0, second = 0, last = 0] = read
      const year = new Date(clock.now()).getUTCFullYear()
      return {
        fell: second < first || last < second,
        passed: last - first >= 19,
        thisCentury: year >= 2020 && year < 2100,
      }
    },
  },
  {
    name: 'time since the machine booted never falls while the boot is the same, or is not told',
    expected: true,
    run: async ({ clock, pass }) => {
      const before = clock.sinceBoot()
      await pass(20)
      const after = clock.sinceBoot()
      if (before === null || after === null) return before === after
      return before.boot === after.boot && before.boot !== '' && after.ms >= before.ms
    },
  },
]

const clocks: Readonly<Record<string, () => ClockTrial>> = {
  'the clock of the system': () => ({ clock: systemClock, pass: async (ms) => void (await delay(ms)) }),
  'a virtual clock': () => {
    const clock = virtualClock()
    return { clock, pass: async (ms) => clock.advance(ms) }
  },
}

describe.each(Object.entries(clocks))('%s', (_, make) => {
  test.each(cases)('$name', async ({ run, expected }) => {
    expect(await run(make())).toEqual(expected)
  })
})
