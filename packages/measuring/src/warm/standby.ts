/** Keeps a cold runner's program ready: started with what it always begins with, it waits to be told the rest. */
import type { Living, LivingSpec, Processes, ProcessResult, ProcessSpec } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import type { Runner } from '../runners/runner.ts'
import type { TestRun } from '../runners/test-run.ts'
import type { Warm, WarmPlace, WarmRequest, WarmRunner } from './warm-runner.ts'

/** How a runner's command is given in two parts. */
export interface Standby {
  /** Starts the program so that it waits. */
  readonly command: readonly string[]
  /** The rest, told when there is something to run. */
  readonly orders: Json
}

export interface StandbyKind {
  readonly split: (spec: ProcessSpec) => Standby
  /** True: several test files run in one process, so a test that ends or spoils it concerns them all. */
  readonly sharesProcess: boolean
}

/** The runner itself does all the rest, so that there is one way of asking and of reading reports. */
export function standingBy(runner: Runner, kind: StandbyKind): WarmRunner {
  return { name: runner.name, open: (place) => open(place, runner, kind) }
}

interface Waiting {
  readonly key: string
  readonly program: Living
}

function open(place: WarmPlace, runner: Runner, { split, sharesProcess }: StandbyKind): Warm {
  const { root, folder, env, scratch, isSource } = place
  const checkout = { path: root, scratch, env, [Symbol.asyncDispose]: async () => {} }
  let waiting: Waiting | null = null
  let next: (() => Waiting) | null = null

  function start(spec: ProcessSpec, { command }: Standby): Waiting {
    const { cwd, env: given, maxOutputBytes, graceMs } = spec
    const living: LivingSpec = { command, cwd, env: given, maxOutputBytes, graceMs, maxUnreadBytes: 64 * 1024 }
    return { key: keyOf(living), program: place.processes.open(living) }
  }

  function run(processes: Processes, { files, limitMs, signal }: WarmRequest): Promise<TestRun> {
    return runner.run({ processes, checkout, files, folder, isSource, limitMs, coverage: null, only: null, signal })
  }

  return {
    run: async (request) => {
      let trouble: Trouble | null = 'unclear'
      const processes: Processes = {
        run: async (spec, signal) => {
          const standby = split(spec)
          const key = keyOf({ ...spec, command: standby.command })
          const taken = waiting?.key === key ? waiting : null
          if (taken === null) await waiting?.program.end()
          waiting = null
          const { program } = taken ?? start(spec, standby)
          const result = await goOn(program, standby.orders, spec, signal)
          next = () => start(spec, standby)
          trouble = typeof result === 'string' ? result : null
          return typeof result === 'string' ? notRun : result
        },
      }
      const seen = await run(processes, request)
      if (trouble === null && sharesProcess && seen.faults.some(({ kind }) => kind === 'ended-early')) return 'shared'
      return trouble ?? seen
    },
    restock: () => {
      waiting ??= next?.() ?? null
      next = null
    },
    [Symbol.asyncDispose]: async () => {
      await waiting?.program.end()
      waiting = null
    },
  }
}

const keyOf = ({ command, cwd, env }: Pick<ProcessSpec, 'command' | 'cwd' | 'env'>): string =>
  JSON.stringify({ command, cwd, env })

type Trouble = 'unclear' | 'shared'

/** Tells it the rest and waits for its end. `unclear`: it did not get that far. `shared`: it said that it was spoiled. */
async function goOn(
  program: Living,
  orders: Json,
  { limitMs }: ProcessSpec,
  signal?: AbortSignal,
): Promise<ProcessResult | Trouble> {
  const began = performance.now()
  const stop = (): void => void program.end().catch(() => undefined)
  signal?.addEventListener('abort', stop)
  try {
    const ready = await program.receive(limitMs)
    if (ready.kind !== 'said' || !program.send(orders)) return 'unclear'
    const after = await program.receive(Math.max(1, limitMs - (performance.now() - began)))
    const durationMs = Math.round(performance.now() - began)
    if (after.kind === 'silent') return { ...(await program.end()), end: 'timeout', durationMs }
    if (after.kind === 'said') return 'shared'
    if (after.result.end === 'aborted' && signal?.aborted !== true) return 'unclear'
    return { ...after.result, durationMs }
  } finally {
    signal?.removeEventListener('abort', stop)
    await program.end()
  }
}

const notRun: ProcessResult = {
  end: 'aborted',
  exit: null,
  signal: null,
  stdout: '',
  stderr: '',
  truncated: false,
  durationMs: 0,
  reason: null,
}
