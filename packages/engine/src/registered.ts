import {
  type Advance,
  advance,
  type Json,
  type Kernel,
  type Machine,
  type Protocol,
  type Recorded,
} from '@sigma/protocol'
import { z } from 'zod'
import { inputInvalid } from './errors.ts'

/** A state of any protocol, as seen from outside. */
export interface AnyState {
  readonly kind: string
}

/** A protocol as the host knows it: its own types are closed over, records go in and kernels come out. */
export interface Registered {
  readonly name: string
  readonly version: number
  /** Fails with `input-invalid`, naming the first fault. */
  check(input: Json): void
  /** Globs of files that no agent of the run may change. */
  guarded(input: Json): readonly string[]
  /** What a run is about, of which there is one run at a time; null: there may be any number. */
  subject(input: Json): string | null
  /** A run before its first event. */
  readonly fresh: Fold
  /** A run with this input, as a snapshot of its kernel has it: what this sigma wrote as JSON. */
  from(input: Json, kernel: string): Fold
}

/** A run as far as it has come. Taking an event in gives another fold; this one stays. */
export interface Fold {
  readonly kernel: Kernel<AnyState> | null
  next(recorded: Recorded): { readonly advance: Advance<AnyState>; readonly fold: Fold }
}

/** What the host must read from a protocol's input. */
export interface InputReading<Input> {
  /** The kernel's budget of agent calls. */
  readonly asks: (input: Input) => number
  readonly guarded: (input: Input) => readonly string[]
  /** What there is one run of at a time. */
  readonly subject?: (input: Input) => string
}

/** Makes a protocol known to a host. */
export function registered<Input, State extends AnyState>(
  protocol: Protocol<Input, State>,
  reading: InputReading<Input>,
): Registered {
  return {
    name: protocol.name,
    version: protocol.version,
    check: (input) => {
      const parsed = protocol.input.safeParse(input)
      if (!parsed.success) throw inputInvalid(protocol.name, z.prettifyError(parsed.error))
    },
    guarded: (input) => reading.guarded(protocol.input.parse(input)),
    subject: (input) => {
      const { data } = protocol.input.safeParse(input)
      return data === undefined ? null : (reading.subject?.(data) ?? null)
    },
    fresh: {
      kernel: null,
      next: (recorded) => {
        const asks = recorded.event.kind === 'started' ? reading.asks(protocol.input.parse(recorded.event.input)) : 0
        return step({ protocol, asks }, null, recorded)
      },
    },
    from: (input, json) => {
      const kernel: Kernel<State> = JSON.parse(json)
      return foldOf({ protocol, asks: reading.asks(protocol.input.parse(input)) }, kernel)
    },
  }
}

function step<Input, State extends AnyState>(
  machine: Machine<Input, State>,
  kernel: Kernel<State> | null,
  recorded: Recorded,
): { readonly advance: Advance<State>; readonly fold: Fold } {
  const answer = advance(machine, kernel, recorded)
  return { advance: answer, fold: foldOf(machine, answer.kernel) }
}

function foldOf<Input, State extends AnyState>(machine: Machine<Input, State>, kernel: Kernel<State>): Fold {
  return { kernel, next: (recorded) => step(machine, kernel, recorded) }
}
