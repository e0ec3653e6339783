/** A run of tests in which the calls that they make of changed source are noted. */
import { randomBytes, randomUUID } from 'node:crypto'
import { realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '@sigma/protocol'
import { openBench, type Tools } from '../benches/bench.ts'
import { programAt } from '../runners/programs.ts'
import { readText } from '../runners/test-files.ts'
import { parse } from '../syntax/syntax.ts'
import { type Session, sessionsIn } from './account.ts'
import { recordedSource } from './recorded-source.ts'

/** What is recorded. */
export interface Recorded {
  readonly commit: string
  /** Source files of which calls are noted. */
  readonly sources: readonly string[]
  /** Test files that are run. */
  readonly files: readonly string[]
}

export interface Recordings {
  readonly sessions: readonly Session[]
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
  { commit, sources, files }: Recorded,
  signal: AbortSignal,
): Promise<Recordings> {
  await using bench = await openBench(tools, project, { commit }, signal)
  const { checkout, runner } = bench
  const root = await realpath(checkout.path)
  const [account, key] = [join(checkout.scratch, `${randomUUID()}.jsonl`), randomUUID()]
  const recorder = join(checkout.scratch, `${randomUUID()}.cjs`)
  const given = { roots: [...new Set([root, checkout.path])], account, key }
  await writeFile(
    recorder,
    `module.exports=require(${JSON.stringify(programAt('replay-recorder.cjs'))}).recorder(${JSON.stringify(given)})\n`,
  )
  const by = runner.name === 'jest' ? 'require' : 'import.meta'
  const name = `k${randomBytes(6).toString('hex')}`
  const unread: string[] = []
  for (const [file, text] of await bench.texts(sources)) {
    const recorded = recordedSource(file, text, { recorder, by, name })
    if (recorded === null) unread.push(file)
    else await rewrite(join(root, file), recorded)
  }
  const leftOut = new Map<string, string>()
  const texts = await bench.texts(files)
  for (const [file, text] of texts) {
    if (setsTheWorld.test(text)) leftOut.set(file, 'it sets the world in which source runs')
    else await rewrite(join(root, file), `${text}\n${begun({ file, text, recorder, name, by })}\n`)
  }
  const own = files.filter((file) => !leftOut.has(file))
  if (own.length === 0 || unread.length === sources.length) return { sessions: [], leftOut, unread }
  await bench.run({ files: own })
  return { sessions: sessionsIn(await readText(account), key), leftOut, unread }
}

async function rewrite(path: string, text: string): Promise<void> {
  await rm(path, { force: true })
  await writeFile(path, text)
}

interface Begun {
  readonly file: string
  readonly text: string
  readonly recorder: string
  readonly name: string
  readonly by: 'require' | 'import.meta'
}

/** Says which test file it is whose calls are noted. */
function begun({ file, text, recorder, name, by }: Begun): string {
  const rest = `(${JSON.stringify(recorder)}).begun(${JSON.stringify(file)});`
  return by === 'import.meta' && isModule(file, text)
    ? `;import{createRequire as ${name}_begun}from'node:module';${name}_begun(import.meta.url)${rest}`
    : `;require${rest}`
}

export const isModule = (file: string, text: string): boolean =>
  parse(file, text).program.body.some(({ type }) => /^(Import|Export)/.test(type))
