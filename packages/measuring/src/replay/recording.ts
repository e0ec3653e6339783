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
import { neverAgain } from './never-again.ts'
import { settableIn } from './set-by-tests.ts'
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
  /** Source files whose text cannot be had note calls. */
  readonly unread: readonly string[]
}

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
  const isAsked = new Set(files)
  // Test files of vitest may share a process, and what notes their calls.
  const ran = bench.runner.name === 'vitest' ? (chosen ?? bench.testFiles) : []
  for (const [file, text] of await bench.texts([...new Set([...files, ...ran])])) {
    const noted = isAsked.has(file) ? { file, never: neverAgain(file, text), may: settableIn(text) } : null
    const says = noted === null ? 'apart()' : `${hides(file) ? 'hidden' : 'begun'}(${JSON.stringify(noted)})`
    await rewrite(join(root, file), saying(file, text, own, says))
  }
  const run = await bench.run({
    ...(chosen !== null && { files: chosen }),
    ...(limitMs !== undefined && { limitMs }),
  })
  const { open = [], hidden = [] } = Object.groupBy(sessionsIn(await own.account(), key), ({ file }) =>
    hides(file) ? 'hidden' : 'open',
  )
  return { sessions: open, hidden, unread, run, files: chosen }
}

/** Says, before it does anything, which test file it is. */
function saying(file: string, text: string, { module, name }: StandingIn, says: string): string {
  const { before, call } = loading(module, isModule(file, text), `${name}_noted`)
  const at = firstStatementIn(file, text)
  return `${text.slice(0, at)};${before}${call}.${says};${text.slice(at)}`
}

export const isModule = (file: string, text: string): boolean =>
  parse(file, text).program.body.some(({ type }) => /^(Import|Export)/.test(type))
