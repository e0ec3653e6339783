/**
 * Recorded calls, made again as the first test of the file that made them. What is another there than it was when it was recorded,
 * though tests are near, depends on something that was not recorded: it says nothing of the source.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path/posix'
import type { Project } from '@sigma/protocol'
import { openBench, type Tools } from '../benches/bench.ts'
import { programAt } from '../runners/programs.ts'
import { readText } from '../runners/test-files.ts'
import { type Again, againIn, type Session } from './account.ts'
import { type GivenFiles, layGiven } from './given-files.ts'
import { loading } from './loading.ts'
import { isModule } from './recording.ts'
import { shownAs } from './shown-as.ts'

interface Near {
  readonly commit: string
  readonly session: Session
  /** Source files whose exports it calls. */
  readonly files: readonly string[]
  /** Null: as for calls that are made where no test is. */
  readonly given: GivenFiles | null
  readonly limitMs?: number | undefined
}

export async function callNear(
  tools: Tools,
  project: Project,
  { commit, session, files, given, limitMs }: Near,
  signal: AbortSignal,
): Promise<Again> {
  await using bench = await openBench(tools, project, { commit }, signal)
  const { checkout, runner } = bench
  const root = await realpath(checkout.path)
  const [account, key] = [join(checkout.scratch, `${randomUUID()}.jsonl`), randomUUID()]
  const [told, module] = [join(checkout.scratch, `${randomUUID()}.json`), join(checkout.scratch, `${randomUUID()}.cjs`)]
  const inputs = join(checkout.scratch, randomUUID())
  if (given !== null) await layGiven(given, checkout.path, inputs)
  const events = given === null ? session.events : given.renamed(session.events)
  await writeFile(told, JSON.stringify({ root, inputs, events, account, key }))
  const shown = { program: programAt('replay-near.cjs'), file: join(root, session.file), isUrl: runner.name !== 'jest' }
  await writeFile(module, shownAs(shown, `.nearby(${JSON.stringify(told)})`))
  const text = await bench.text(session.file)
  const path = join(root, session.file)
  const loads = { file: session.file, text, files, runner: runner.name, module }
  await rm(path)
  await writeFile(path, firstTest(loads) + text)
  await bench.run({ files: [session.file], ...(limitMs !== undefined && { limitMs }) })
  return againIn(await readText(account), key)
}

interface FirstTest {
  readonly file: string
  readonly text: string
  readonly files: readonly string[]
  readonly runner: string
  readonly module: string
}

function firstTest({ file, text, files, runner, module }: FirstTest): string {
  const name = `k${randomBytes(6).toString('hex')}`
  const isImporting = isModule(file, text)
  const { before, call } = loading(module, isImporting, name)
  const loads = files.map((each) => {
    const path = relative(dirname(file), each)
    const specifier = JSON.stringify(path.startsWith('.') ? path : `./${path}`)
    return `${JSON.stringify(each)}:()=>${isImporting ? 'import' : 'require'}(${specifier})`
  })
  const near = `('works',async()=>{await ${call}({${loads.join(',')}})});`
  const from = { 'node:test': 'node:test', vitest: 'vitest', jest: '@jest/globals' }[runner] ?? runner
  return isImporting
    ? `${before}import{test as ${name}_test}from'${from}';${name}_test${near}`
    : `require('${from}').test${near}`
}
