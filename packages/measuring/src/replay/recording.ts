/** A run of tests in which the calls that they make of changed source are noted. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '@sigma/protocol'
import { rewrite } from '../altered/moving.ts'
import { openBench, type Tools } from '../benches/bench.ts'
import { parse } from '../syntax/syntax.ts'
import type { Choice, Part } from '../twice/chosen.ts'
import { type Session, sessionsIn } from './account.ts'
import { firstStatementIn } from './first-statement.ts'
import { loading } from './loading.ts'
import { type StandingIn, standIn } from './standing-in.ts'

/** What is recorded. */
export interface Recorded {
  readonly commit: string
  /** Source files of which calls are noted. */
  readonly sources: readonly string[]
  /** Test files whose calls are noted. */
  readonly files: readonly string[]
  /** Test files that are run; absent: those whose calls are noted. */
  readonly among?: Choice
  /** Test files whose calls are noted, and not to be made again; absent: none. */
  readonly hides?: (file: string) => boolean
  /** Time limit of each run; absent: the project's. */
  readonly limitMs?: number
  /** True: the design names nothing that a call may depend on beside what it is given. */
  readonly isStateless?: boolean
}

/** The source had other letters in its run, and the same behaviour. */
export interface Recordings extends Part {
  readonly sessions: readonly Session[]
  /** Those of test files that are hidden. */
  readonly hidden: readonly Session[]
  /** Test files of which no call is noted, and why. */
  readonly leftOut: ReadonlyMap<string, string>
  /** Source files whose text cannot be had note calls. */
  readonly unread: readonly string[]
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
  { commit, sources, files, among, limitMs, hides = () => false }: Recorded,
  signal: AbortSignal,
): Promise<Recordings> {
  await using bench = await openBench(tools, project, { commit }, signal)
  const chosen = among === undefined ? files : await among(bench)
  const root = await realpath(bench.checkout.path)
  const own = await standIn(bench, sources, {
    program: 'replay-recorder.cjs',
    makes: 'recorder',
    told: {},
    file: files[0] ?? '',
  })
  const { unread, key } = own
  const leftOut = new Map<string, string>()
  const isAsked = new Set(files)
  // Test files of vitest may share a process, and what notes their calls.
  const ran = bench.runner.name === 'vitest' ? (chosen ?? bench.testFiles) : []
  for (const [file, text] of await bench.texts([...new Set([...files, ...ran])])) {
    const isNoted = isAsked.has(file) && !setsTheWorld.test(text)
    if (isAsked.has(file) && !isNoted && !hides(file)) leftOut.set(file, 'it sets the world in which source runs')
    const says = isNoted ? `${hides(file) ? 'hidden' : 'begun'}(${JSON.stringify(file)})` : 'apart()'
    if (isNoted || ran.includes(file)) await rewrite(join(root, file), saying(file, text, own, says))
  }
  const run = await bench.run({
    ...(chosen !== null && { files: chosen }),
    ...(limitMs !== undefined && { limitMs }),
  })
  const { open = [], hidden = [] } = Object.groupBy(sessionsIn(await own.account(), key), ({ file }) =>
    hides(file) ? 'hidden' : 'open',
  )
  return { sessions: open, hidden, leftOut, unread, run, files: chosen }
}

/** Says, before it does anything, which test file it is. */
function saying(file: string, text: string, { module, name }: StandingIn, says: string): string {
  const { before, call } = loading(module, isModule(file, text), `${name}_noted`)
  const at = firstStatementIn(file, text)
  return `${text.slice(0, at)};${before}${call}.${says};${text.slice(at)}`
}

export const isModule = (file: string, text: string): boolean =>
  parse(file, text).program.body.some(({ type }) => /^(Import|Export)/.test(type))
