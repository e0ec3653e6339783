/** Plays events through the kernel as a host would: numbers them, and gives each the attempt that is open. */

import type { Event, EventBody, Recorded } from '../event.ts'
import { advance } from '../kernel/advance.ts'
import type { Advance, Kernel, Machine } from '../kernel/kernel.ts'
import type { Kinded } from '../protocol.ts'
import { started } from './builders.ts'

/** One event, and how the kernel stands after it. */
export interface Played<State> {
  readonly recorded: Recorded
  readonly advance: Advance<State>
}

/** Plays `started` with this input, then the events; the first turn is that of `started`. */
export function play<Input, State extends Kinded>(
  machine: Machine<Input, State>,
  input: Input,
  events: readonly Event[],
): readonly Played<State>[] {
  const turns: Played<State>[] = []
  let kernel: Kernel<State> | null = null
  for (const event of [started(input), ...events]) {
    const recorded = record(machine, event, turns.length + 1, kernel)
    const turn: Advance<State> = advance(machine, kernel, recorded)
    kernel = turn.kernel
    turns.push({ recorded, advance: turn })
  }
  return turns
}

/** Puts an event into its envelope: the open attempt of its id, the call as key, the sequence as given. */
export function record<Input, State extends Kinded>(
  { protocol }: Machine<Input, State>,
  { tick, nonce, ...event }: Event,
  sequence: number,
  kernel: Kernel<State> | null,
): Recorded {
  return {
    envelope: {
      schema: 1,
      run: 'run',
      sequence,
      key: event.kind === 'called' ? event.call : `key-${sequence}`,
      attempt: attemptFor(event, kernel),
      protocol: protocol.name,
      version: protocol.version,
      at: '2026-01-01T00:00:00.000Z',
      tick,
      nonce,
      caller: event.kind === 'called' ? event.caller : 'host',
      epoch: 1,
    },
    event,
  }
}

function attemptFor<State>(event: EventBody, kernel: Kernel<State> | null): string | null {
  if (event.kind === 'started' || event.kind === 'called' || event.kind === 'decided' || kernel === null) return null
  return Object.hasOwn(kernel.open, event.id) ? (kernel.open[event.id]?.attempt ?? null) : null
}
