/** Results that come again, too late, or for another iteration: each is recorded, and none is taken. */
import { type Advance, advance, type Event, type Kernel, type Recorded } from '@sigma/protocol'
import { answered, decided, elapsed, failed, judged, proves, record, started } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { checkedOf, failureOf } from '../testing/played.ts'
import { sampleValidationInput } from './sample.ts'
import type { ValidationState } from './state.ts'
import { validation } from './validation.ts'

const machine = { protocol: validation, budgets: [] }
const input = sampleValidationInput({ specialists: 1 })

const failing = (name: string): Event =>
  judged('unit-test.check', 'fail', { data: checkedOf('tree', [failureOf(name)]), findings: [] })
const done = (commit: string): Event =>
  answered('unit-test.fix', 'FD', { message: 'Done.', commit, changed: ['src/a.js'] })

/** Two iterations of fixes, in which a fix is asked for again; then a specialist that cannot run, and is given up. */
const course: readonly Event[] = [
  judged('survey', 'pass', { data: { tree: 'tree', inapplicable: [] } }),
  failing('one'),
  answered('unit-test.report', 'AK'),
  failed('unit-test.fix', 'invalid'),
  done('c1'),
  failing('two'),
  failed('unit-test.report', 'unavailable'),
  answered('unit-test.report', 'AK'),
  elapsed('unit-test.time'),
  done('c2'),
  failed('unit-test.check', 'crash'),
  failed('unit-test.check', 'crash'),
  decided('unit-test.decision', 'abort'),
]

test('whatever came before, come again at any moment, moves nothing, sends nothing, and counts for no other iteration', () => {
  proves('F22', 'F23', 'F24', 'VAL-85', 'VAL-110')
  const past: Recorded[] = []
  let kernel: Kernel<ValidationState> | null = null
  for (const event of [started(input), ...course]) {
    const recorded: Recorded = record(machine, event, past.length + 1, kernel)
    const taken: Advance<ValidationState> = advance(machine, kernel, recorded)
    expect(['applied', 'retried'], event.kind).toContain(taken.disposition)
    kernel = taken.kernel
    past.push(recorded)
    for (const old of past) {
      const again = { ...old, envelope: { ...old.envelope, sequence: past.length + 1 } }
      const { disposition, effects, actions, kernel: after } = advance(machine, kernel, again)
      expect(['late', 'refused'], JSON.stringify(old.event)).toContain(disposition)
      expect([effects, actions, after]).toEqual([[], [], kernel])
    }
  }
  expect(kernel?.outcome?.outcome).toBe('aborted')
})
