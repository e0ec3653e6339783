/** What a project's own protocol answers is looked at before anything is done about it: nobody else may have tried it. */
import { Script } from 'node:vm'
import type { Protocol, Step } from '@sigma/protocol'
import { z } from 'zod'
import { ownProtocolFailed } from '../errors.ts'
import type { AnyState } from '../host/registered.ts'
import type { GateKit, LoadGates } from './gates.ts'

/** Much more than a pure function needs. */
const enoughMs = 10_000

const kinds = [
  ...['ask', 'check', 'consult', 'set-timer', 'clear-timer', 'integrate', 'restore', 'spawn', 'stop', 'tell'],
  ...['reply', 'refuse', 'end'],
] as const

const stepSchema = z.object({
  state: z.object({ kind: z.string() }),
  effects: z.array(z.object({ kind: z.enum(kinds) })),
})

/** Fails with `own-protocol-failed` where a step throws, takes too long or is none. */
export function guardedProtocol<Input, State extends AnyState>(
  protocol: Protocol<Input, State>,
  mostMs: number = enoughMs,
): Protocol<Input, State> {
  const looked = (what: string, make: () => Step<State>): Step<State> => {
    const made = tried(make, mostMs, (why) => ownProtocolFailed(protocol.name, what, why))
    const { error } = stepSchema.safeParse(made)
    if (error === undefined) return made
    throw ownProtocolFailed(protocol.name, what, `it gives no step: ${z.prettifyError(error)}`)
  }
  return {
    ...protocol,
    start: (input) => looked('its start', () => protocol.start(input)),
    step: (state, event) => looked(`${event.kind} in ${state.kind}`, () => protocol.step(state, event)),
  }
}

function tried<Result>(make: () => Result, mostMs: number, fail: (why: string) => Error): Result {
  try {
    return bounded(make, mostMs)
  } catch (cause) {
    if (cause instanceof Error && Reflect.get(cause, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw fail(`it takes more than ${mostMs / 1_000} seconds, perhaps in an endless loop`)
    throw fail(`it throws: ${whereOf(cause)}`)
  }
}

const key = Symbol.for('sigma.bounded')
const script = new Script("globalThis[Symbol.for('sigma.bounded')]()")

/** Runs it to its end, or breaks it off: an endless loop would keep this process from everything else, signals included. */
function bounded<Result>(make: () => Result, mostMs: number): Result {
  const outer = Reflect.get(globalThis, key)
  const made: Result[] = []
  Reflect.set(globalThis, key, () => {
    made.push(make())
  })
  try {
    script.runInThisContext({ timeout: mostMs })
  } finally {
    Reflect.set(globalThis, key, outer)
  }
  for (const result of made) return result
  throw new Error('It has ended without a result.')
}

/** The message, and where it arose. */
function whereOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const [, at] = /\n\s+at (.*)/.exec(cause.stack ?? '') ?? []
  return at === undefined ? cause.message : `${cause.message} (at ${at})`
}

const judgementSchema = z.object({
  verdict: z.enum(['pass', 'fail', 'unknown']),
  findings: z.array(z.object({ rule: z.string(), message: z.string(), remedy: z.string() })),
  data: z.looseObject({}),
  evidence: z.string(),
})

/** A gate that gives no verdict is one that broke, like any that throws: what it gave would not fit into the journal. */
export function guardedGates(load: NonNullable<LoadGates>): NonNullable<LoadGates> {
  return async (): Promise<GateKit> => {
    const kit = await load()
    return {
      ...kit,
      open: (world) => {
        const gates = kit.open(world)
        return {
          ...gates,
          check: async (...asked) => {
            const judged = await gates.check(...asked)
            const { error } = judgementSchema.safeParse(judged)
            if (error === undefined) return judged
            throw new Error(`The gate "${asked[0].gate}" gives no verdict: ${z.prettifyError(error)}`)
          },
        }
      },
    }
  }
}
