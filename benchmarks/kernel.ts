/** One transition with a guard, a counter and an effect: `advance` (step and kernel) against XState's pure `transition()`. */
import {
  advance,
  type Event,
  type Kernel,
  type Machine,
  type Protocol,
  type Recorded,
  type Step,
} from '@sigma/protocol'
import { z } from 'zod'
import { type Figure, inTurn, median, perSecond, type Scale } from './measure.ts'
import { peer } from './peers.ts'

const count = 13
const laps = 1_000_000_000

interface Ring {
  readonly kind: `s${number}`
  readonly at: number
  readonly left: number
}

const enter = (at: number, left: number): Step<Ring> => ({
  state: { kind: `s${at}`, at, left },
  effects: [{ kind: 'set-timer', id: 'next', at: { step: 'next' }, durationMs: at + 1 }],
})

const ring: Protocol<number, Ring> = {
  name: 'ring',
  version: 1,
  input: z.number(),
  start: (left) => enter(0, left),
  step: (state, event: Event) => {
    if (event.kind !== 'elapsed') return { state, effects: [] }
    if (state.at < count - 1) return enter(state.at + 1, state.left)
    return state.left > 0 ? enter(0, state.left - 1) : { state, effects: [] }
  },
  calls: () => [],
}

const envelope = {
  schema: 1 as const,
  run: 'ring',
  sequence: 1,
  key: 'k',
  attempt: null,
  protocol: 'ring',
  version: 1,
  at: '2026-01-01T00:00:00.000Z',
  tick: 0,
  nonce: 'n',
  caller: 'host',
  epoch: 1,
}

function ours(transitions: number): number {
  const machine: Machine<number, Ring> = { protocol: ring, budgets: [] }
  let kernel: Kernel<Ring> = advance(machine, null, { envelope, event: { kind: 'started', input: laps } }).kernel
  const elapsed: Recorded = { envelope, event: { kind: 'elapsed', id: 'next' } }
  for (let done = 0; done < transitions; done += 1) kernel = advance(machine, kernel, elapsed).kernel
  return kernel.state.at
}

type Snapshot = { readonly value: unknown }
interface XState {
  setup(spec: object): { createMachine(config: object): object }
  assign(assignment: object): object
  initialTransition(machine: object): readonly [Snapshot, readonly unknown[]]
  transition(
    machine: object,
    snapshot: Snapshot,
    event: { readonly type: string },
  ): readonly [Snapshot, readonly unknown[]]
}

function theirs({ setup, assign, initialTransition, transition }: XState): (transitions: number) => unknown {
  const next = (at: number): object =>
    at < count - 1
      ? { target: `s${at + 1}` }
      : { target: 's0', guard: 'left', actions: assign({ left: ({ context }: Counted) => context.left - 1 }) }
  const states = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `s${at}`,
      { entry: { type: 'timer', params: { ms: at + 1 } }, on: { NEXT: next(at) } },
    ]),
  )
  const machine = setup({
    actions: { timer: () => undefined },
    guards: { left: ({ context }: Counted) => context.left > 0 },
  }).createMachine({ initial: 's0', context: { left: laps }, states })
  return (transitions) => {
    let [snapshot] = initialTransition(machine)
    for (let done = 0; done < transitions; done += 1) [snapshot] = transition(machine, snapshot, { type: 'NEXT' })
    return snapshot.value
  }
}

interface Counted {
  readonly context: { readonly left: number }
}

export async function* kernel(_folder: string, scale: Scale): AsyncGenerator<Figure> {
  const run = theirs(await peer<XState>('xstate'))
  const [mine, other] = [scale({ whole: 1_000_000, short: 100_000 }), scale({ whole: 20_000, short: 2_000 })]
  const expected = `s${other % count}`
  if (run(other) !== expected) throw new Error('XState does not walk the same ring.')
  if (ours(other) !== other % count) throw new Error('The kernel does not walk the same ring.')
  const taken = await inTurn(scale({ whole: 7, short: 1 }), { mine: () => ours(mine), other: () => run(other) })
  const [fast, slow] = [(mine / median(taken('mine'))) * 1_000, (other / median(taken('other'))) * 1_000]
  yield {
    name: 'step + kernel, against XState transition()',
    value: fast / slow,
    goal: { kind: 'at least', value: 25 },
    detail: `${perSecond(fast)} against ${perSecond(slow)}; 13 states, a guard, a counter, an effect`,
  }
}
