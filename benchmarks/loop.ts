/**
 * The loop that is played on a durable engine: two nodes in turn, each adding 200 bytes to the state. With Sigma a step is
 * a call, that is one event, flushed before it is answered.
 */
import {
  type Blobs,
  type Host,
  openHost,
  type Ports,
  type Registered,
  registered,
  systemClock,
  systemIds,
} from '@sigma/engine'
import type { Event, Protocol, Step } from '@sigma/protocol'
import { z } from 'zod'

export const grown = 200

export interface Loop {
  readonly kind: 'left' | 'right'
  readonly steps: number
  readonly items: readonly string[]
}

const text = z.object({ item: z.string() })

const loop: Protocol<null, Loop> = {
  name: 'loop',
  version: 1,
  input: z.null(),
  start: () => ({ state: { kind: 'left', steps: 0, items: [] }, effects: [] }),
  step: (state, event: Event): Step<Loop> => {
    if (event.kind !== 'called') return { state, effects: [] }
    const { item } = text.parse(event.arguments)
    return {
      state: {
        kind: state.kind === 'left' ? 'right' : 'left',
        steps: state.steps + 1,
        items: item === '' ? state.items : [...state.items, item],
      },
      effects: [{ kind: 'reply', call: event.call, data: null }],
    }
  },
  calls: () => [],
}

const known: readonly Registered[] = [registered(loop)]

/** Nothing is asked of the world by this protocol. */
function ports(_blobs: Blobs): Ports {
  const absent = (): never => {
    throw new Error('The loop asks nothing of the world.')
  }
  const workspaces = {
    prepare: absent,
    intake: absent,
    integrate: absent,
    restore: absent,
    deliver: absent,
    observe: absent,
    attend: absent,
    trace: absent,
    quarantine: absent,
  }
  return { clock: systemClock, ids: systemIds, agents: { turn: absent }, gates: { check: absent }, workspaces }
}

export const openLoop = (folder: string): Promise<Host> => openHost({ folder, protocols: known, ports })

/** `size` bytes are added to the state with each step. */
export async function playSteps(host: Host, run: string, steps: number, size: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const item = size === 0 ? '' : `${step} `.padEnd(size, 'x')
    const call = { verb: 'step', arguments: { item }, caller: 'benchmark', key: `step-${step}` }
    const result = await host.call(run, call)
    if (result.kind !== 'replied') throw new Error(`step ${step} was refused: ${result.reason}`)
  }
}
