/** Keeps a cold runner's program ready: started with what it always begins with, it waits to be told the rest. */
import type { Living, LivingProcesses, LivingSpec, Processes, ProcessResult, ProcessSpec } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import type { Runner, RunRequest } from '../runners/runner.ts'
import type { TestRun } from '../runners/test-run.ts'

/**
 * A runner of tests that is kept ready. Its results are for whoever works in the folder: nothing is accepted by them, the
 * gates have runners of their own, which begin anew each time.
 */
export interface WarmRunner {
  /** The cold runner does all the rest, so that there is one way of asking and of reading reports. */
  readonly runner: Runner
  readonly split: (spec: ProcessSpec) => Standby
  /** True: several test files run in one process, so a test that ends or spoils it concerns them all. */
  readonly sharesProcess: boolean
}

/** A runner's command in two parts. */
export interface Standby {
  /** Starts the program so that it waits. */
  readonly command: readonly string[]
  /** The rest, told when there is something to run. */
  readonly orders: Json
}

export interface WarmPlace {
  readonly processes: LivingProcesses
  /** Real path of the folder that holds the project. */
  readonly root: string
  /** Where the runner is started, relative to the root. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** A folder outside of the root, for reports and caches. */
  readonly scratch: string
  /** Is this path, relative to the root, code under test? */
  readonly isSource: (path: string) => boolean
  /** Arguments that tests need Node to have; absent: none. */
  readonly node?: readonly string[] | undefined
}

export interface WarmRequest {
  /** Test files, relative to the root; at least one. */
  readonly files: readonly string[]
  readonly limitMs: number
  readonly signal: AbortSignal
}

/** A runner that is kept ready for one folder. One run at a time. */
export interface Warm extends AsyncDisposable {
  /**
   * Runs exactly these files as they are now. `unclear`: it cannot tell; run them cold. `shared`: test files may decide
   * about each other's outcome, so only all of them together, cold, can tell.
   */
  run(request: WarmRequest): Promise<TestRun | 'unclear' | 'shared'>
  /** Starts what the next run takes, behind the answer of the last: to start a program holds this one up. */
  restock(): void
}

/** The request that a cold runner gets for a folder that somebody works in. */
export function requestIn(
  { root, folder, env, scratch, isSource, node }: WarmPlace,
  processes: Processes,
  asked: WarmRequest,
): RunRequest {
  const checkout = { path: root, scratch, env, [Symbol.asyncDispose]: async () => {} }
  return { processes, checkout, folder, isSource, node, coverage: null, only: null, ...asked }
}

interface Waiting {
  readonly key: string
  readonly program: Living
}

export function keepReady({ runner, split, sharesProcess }: WarmRunner, place: WarmPlace): Warm {
  let waiting: Waiting | null = null
  let next: (() => Waiting) | null = null

  function start(spec: ProcessSpec, { command }: Standby): Waiting {
    const { cwd, env: given, maxOutputBytes, graceMs } = spec
    const living: LivingSpec = { command, cwd, env: given, maxOutputBytes, graceMs, maxUnreadBytes: 64 * 1024 }
    return { key: keyOf(living), program: place.processes.open(living) }
  }

  return {
    run: async (request) => {
      let trouble: Trouble | null = 'unclear'
      const processes: Processes = {
        run: async (spec, signal) => {
          const standby = split(spec)
          const key = keyOf({ ...spec, command: standby.command })
          const taken = waiting !== null && waiting.key === key ? waiting : null
          if (taken === null) await waiting?.program.end()
          waiting = null
          const { program } = taken ?? start(spec, standby)
          const result = await goOn(program, standby.orders, spec, signal)
          next = () => start(spec, standby)
          trouble = typeof result === 'string' ? result : null
          return typeof result === 'string' ? notRun : result
        },
      }
      const seen = await runner.run(requestIn(place, processes, request))
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
