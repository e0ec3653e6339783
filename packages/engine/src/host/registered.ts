import {
  type Advance,
  type Ahead,
  advance,
  ahead,
  type Json,
  type Kernel,
  type Machine,
  type Protocol,
  type Recorded,
} from '@sigma/protocol'
import { z } from 'zod'
import { inputInvalid } from '../errors.ts'
import { type About, aboutNothing } from '../kit/about.ts'
import { withBounds, withoutBounds } from '../kit/bounds.ts'

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
  /** What a run with this input is about; null: this is no input of the protocol. */
  about(input: Json): About | null
  /** A run before its first event. */
  readonly fresh: Fold
  /** A run with this input, as a snapshot of its kernel has it: what this sigma wrote as JSON. */
  from(input: Json, kernel: string): Fold
}

/** A run as far as it has come. Taking an event in gives another fold; this one stays. */
export interface Fold {
  readonly kernel: Kernel<AnyState> | null
  next(recorded: Recorded): { readonly advance: Advance<AnyState>; readonly fold: Fold }
  /** What an option of an open decision leads to; null: none such is open. */
  ahead(id: string, option: string): Ahead | null
}

/** Makes a protocol known to a host. */
export function registered<Input, State extends AnyState>(
  { input: own, ...machine }: Protocol<Input, State>,
  aboutOwn: (input: Input) => About = () => aboutNothing,
): Registered {
  const protocol = { ...machine, input: z.preprocess(withoutBounds, own) }
  const about = (input: Json): About => withBounds(aboutOwn(protocol.input.parse(input)), input)
  return {
    name: protocol.name,
    version: protocol.version,
    check: (input) => {
      const parsed = protocol.input.safeParse(input)
      if (!parsed.success) throw inputInvalid(protocol.name, z.prettifyError(parsed.error))
    },
    about: (input) => (protocol.input.safeParse(input).success ? about(input) : null),
    fresh: {
      kernel: null,
      next: (recorded) => {
        const { event } = recorded
        const budgets = event.kind === 'started' ? about(event.input).budgets : []
        return step({ protocol, budgets }, null, recorded)
      },
      ahead: () => null,
    },
    from: (input, json) => {
      const kernel: Kernel<State> = JSON.parse(json)
      return foldOf({ protocol, budgets: about(input).budgets }, kernel)
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
  return {
    kernel,
    next: (recorded) => step(machine, kernel, recorded),
    ahead: (id, option) => ahead(machine.protocol, kernel, { id, option }),
  }
}
