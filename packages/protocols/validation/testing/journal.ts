/** A validation as its journal has it. */
import { type Advance, advance, type Event, type Kernel, type Recorded } from '@sigma/protocol'
import { record, started } from '@sigma/protocol/testing'
import type { ValidationInput } from '../machine/input.ts'
import type { ValidationState } from '../machine/state.ts'
import { validation } from '../machine/validation.ts'

const machine = { protocol: validation, budgets: [] }

/** The events of a run, one a minute unless the clock is told otherwise. */
export function journalOf(
  input: ValidationInput,
  events: readonly Event[],
  minutes: readonly number[] = [],
): readonly Recorded[] {
  let kernel: Kernel<ValidationState> | null = null
  return [started(input), ...events].map((event, at) => {
    const made = record(machine, event, at + 1, kernel)
    const time = new Date(Date.UTC(2026, 10, 21, 10, minutes[at] ?? at)).toISOString()
    const recorded = { ...made, envelope: { ...made.envelope, run: 'val-1', at: time } }
    const taken: Advance<ValidationState> = advance(machine, kernel, recorded)
    kernel = taken.kernel
    return recorded
  })
}
