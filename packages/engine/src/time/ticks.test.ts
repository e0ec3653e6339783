import type { Protocol } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { noCrashPoints } from '../host/crash-points.ts'
import { ledgerOf } from '../host/ledger.ts'
import { registered } from '../host/registered.ts'
import type { Clock } from '../ports/ports.ts'
import { memoryDisk } from '../testing/memory-store.ts'
import { seededIds } from '../testing/seeded.ts'
import { type VirtualClock, virtualClock } from '../testing/virtual-clock.ts'

const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000]

const idle: Protocol<null, { readonly kind: 'idle' }> = {
  name: 'idle',
  version: 1,
  input: z.null(),
  calls: () => [],
  start: () => ({ state: { kind: 'idle' }, effects: [] }),
  step: (state) => ({ state, effects: [] }),
}

/** Ticks as each next host begins with them, in a store whose first host began a run at 0. */
function hostsOn(clock: VirtualClock, told: Partial<Clock> = {}): () => number {
  const disk = memoryDisk()
  const open = () =>
    ledgerOf({
      ...{ store: disk.open(), protocols: [registered(idle)], clock: { ...clock, ...told } },
      ...{ ids: seededIds(1), crashPoints: noCrashPoints },
    })
  open().begin({ run: 'run-1', protocol: 'idle', version: 1, parent: null }, null)
  return () => open().ticks()
}

test.each([-hour, 40 * day])(
  'between hosts on one boot of the machine time is what nobody sets, though the wall clock is set by %i ms',
  (ms) => {
    proves('VAL-70', 'F58')
    const clock = virtualClock()
    const ticks = hostsOn(clock)
    clock.advance(20 * minute)
    clock.step(ms)
    expect(ticks()).toBe(20 * minute)
    clock.advance(5 * minute)
    clock.step(-ms)
    expect(ticks()).toBe(25 * minute)
  },
)

test.each([
  ['booted anew', (clock: VirtualClock) => clock.reboot(), {}],
  ['does not tell since when it is up', () => undefined, { sinceBoot: () => null }],
])(
  'between hosts of a machine that %s time is what the wall clock tells, and never backwards',
  (_, meanwhile, told) => {
    proves('F58')
    const clock = virtualClock()
    const ticks = hostsOn(clock, told)
    clock.advance(20 * minute)
    meanwhile(clock)
    expect(ticks()).toBe(20 * minute)
    clock.step(hour)
    meanwhile(clock)
    expect(ticks()).toBe(80 * minute)
    clock.step(-day)
    meanwhile(clock)
    expect(ticks()).toBe(0)
  },
)
