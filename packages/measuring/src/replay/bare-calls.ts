/** Recorded calls, made again in a process that never had a test near. */
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Checkout } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import type { Bench, Tools } from '../benches/bench.ts'
import { confinedTo } from '../benches/confining.ts'
import { readText } from '../runners/test-files.ts'
import { type Again, againIn, type CallEvent } from './account.ts'
import type { BareTree } from './bare-tree.ts'
import { type GivenFiles, layGiven } from './given-files.ts'

export interface BareCalls {
  readonly events: readonly CallEvent[]
  /** Calls that are made once more afterwards, each of these by themselves; absent: none. */
  readonly alone?: readonly (readonly CallEvent[])[]
  readonly files: readonly CalledFile[]
  /** Null: calls name no files, or are made without them. */
  readonly given: GivenFiles | null
}

/** A file whose exports were called. */
export interface CalledFile {
  readonly file: string
  /** By `import` and `export`. */
  readonly isModule: boolean
}

const limitMs = 15_000
/** Variables that say a test runs, or what Sigma or a package manager set. */
const ofTests =
  /^(NODE_ENV|CI|TEST|VITEST.*|JEST.*|NODE_OPTIONS|NODE_TEST.*|NODE_V8_COVERAGE|npm_.*|INIT_CWD|SIGMA.*|BABEL_ENV|FORCE_COLOR|NO_COLOR)$/

export async function callBare(
  tools: Tools,
  project: Project,
  bench: Bench,
  { place, root, inputs, temporary, program, absent }: BareTree,
  { events, alone = [], files, given }: BareCalls,
  signal: AbortSignal,
): Promise<Again> {
  const { confined, env, path } = bench.checkout
  const [account, key] = [join(dirname(program), `${randomUUID()}.jsonl`), randomUUID()]
  const isVite = bench.runner.name === 'vitest'
  const own = confined && { ...confined, reads: [...confined.reads, place], writes: [...confined.writes, place] }
  const { renamed } = given ?? { renamed: (all: readonly CallEvent[]) => all }
  if (given !== null) await layGiven(given, bench.checkout.path, inputs)
  const told = { root, inputs, folder: project.folder, events: renamed(events), alone: alone.map(renamed) }
  await confinedTo(tools.processes, own).run(
    {
      // A shell is an ordinary parent; what runs Sigma is not asked.
      command: ['sh', '-c', 'node "$0"; exit $?', program],
      cwd: join(root, project.folder),
      env: { ...withoutTests(env, path, root), HOME: place, TMPDIR: temporary },
      isPlain: true,
      stdin: JSON.stringify({ ...told, files, account, key, isVite, absent }),
      limitMs,
      maxOutputBytes: 4096,
      graceMs: 500,
    },
    signal,
  )
  signal.throwIfAborted()
  return againIn(await readText(account), key)
}

/** The same variables as if source lay at `root`. */
function withoutTests(env: Checkout['env'], path: string, root: string): Checkout['env'] {
  const own = Object.entries(env).filter(([name]) => !ofTests.test(name))
  return Object.fromEntries(own.map(([name, value]) => [name, value.replaceAll(path, root)]))
}
