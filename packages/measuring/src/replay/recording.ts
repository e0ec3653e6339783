/** A run of tests in which the calls that they make of changed source are noted. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '@sigma/protocol'
import { rewrite } from '../altered/moving.ts'
import { openBench, type Tools } from '../benches/bench.ts'
import type { TestRun } from '../runners/test-run.ts'
import { parse } from '../syntax/syntax.ts'
import { type Session, sessionsIn } from './account.ts'
import { loading } from './loading.ts'
import { type StandingIn, standIn } from './standing-in.ts'

/** What is recorded. */
export interface Recorded {
  readonly commit: string
  /** Source files of which calls are noted. */
  readonly sources: readonly string[]
  /** Test files that are run. */
  readonly files: readonly string[]
  /** Test files whose calls are told to nobody; absent: none. */
  readonly hides?: (file: string) => boolean
  /** Time limit of each run; absent: the project's. */
  readonly limitMs?: number
  /** True: the design names nothing that a call may depend on beside what it is given. */
  readonly isStateless?: boolean
}

export interface Recordings {
  readonly sessions: readonly Session[]
  /** Test files of which no call is noted, and why. */
  readonly leftOut: ReadonlyMap<string, string>
  /** Source files whose text cannot be had note calls. */
  readonly unread: readonly string[]
  /** The source had other letters in it, and the same behaviour. */
  readonly run: TestRun
}

/**
 * A test that sets the time, the environment or what modules are, asks source for what it answers in that world: another process
 * would have to be told all of it.
 */
const setsTheWorld =
  /useFakeTimers|setSystemTime|mock\.timers|\b(?:vi|jest)\.(?:mock|doMock|unstable_mockModule|spyOn|stub\w+|hoisted)\b|\bmock\.(?:module|method|getter|setter)\b|process\.(?:env|chdir|argv|stdout|stderr)\b|\bglobalThis\b|\b(?:global|window|document)\./

export async function record(
  tools: Tools,
  project: Project,
  { commit, sources, files, limitMs, hides = () => false }: Recorded,
  signal: AbortSignal,
): Promise<Recordings> {
  await using bench = await openBench(tools, project, { commit }, signal)
  const root = await realpath(bench.checkout.path)
  const own = await standIn(bench, sources, {
    program: 'replay-recorder.cjs',
    makes: 'recorder',
    told: {},
    file: files[0] ?? '',
  })
  const { unread, key } = own
  const leftOut = new Map<string, string>()
  const texts = await bench.texts(files)
  for (const [file, text] of texts) {
    if (hides(file)) continue
    if (setsTheWorld.test(text)) leftOut.set(file, 'it sets the world in which source runs')
    else await rewrite(join(root, file), `${text}\n${begun(file, text, own)}\n`)
  }
  const run = await bench.run({ files, ...(limitMs !== undefined && { limitMs }) })
  return { sessions: sessionsIn(await own.account(), key), leftOut, unread, run }
}

/** Says which test file it is whose calls are noted. */
function begun(file: string, text: string, { module, name }: StandingIn): string {
  const { before, call } = loading(module, isModule(file, text), `${name}_begun`)
  return `;${before}${call}.begun(${JSON.stringify(file)});`
}

export const isModule = (file: string, text: string): boolean =>
  parse(file, text).program.body.some(({ type }) => /^(Import|Export)/.test(type))
