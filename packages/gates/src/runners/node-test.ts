import { mkdir, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProcessResult } from '@sigma/engine'
import { problemOf } from './ending.ts'
import { type Report, readReport } from './node-test-report.ts'
import type { Runner, RunRequest, Selection } from './runner.ts'
import { focusedPlaces, readText, type Texts, textsOf, withSyntax } from './test-files.ts'
import { nothingToRun, type TestRun } from './test-run.ts'

const reporter: string = fileURLToPath(new URL('./node-test-reporter.mjs', import.meta.url))
const graceMs = 2_000

/** Node's own test runner, 20 or newer, as found on the user's PATH. */
export const nodeTest: Runner = { name: 'node:test', coverage: 'v8', loading: null, run }

async function run(request: RunRequest): Promise<TestRun> {
  const { checkout, files } = request
  const root = await realpath(checkout.path)
  if (files.length === 0) return nothingToRun(nodeTest.name)
  const texts = await textsOf(root, files)
  const folder = join(checkout.scratch, `run-${sequence++}`)
  await mkdir(folder, { recursive: true })
  const destination = join(folder, 'report.jsonl')
  const command = ['node', '--test', `--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`]
  // What people know, for the evidence; nothing is read from it.
  if (request.only === null) command.push('--test-reporter=spec', '--test-reporter-destination=stdout')
  command.push(...patterns(request.only), ...(await asArguments(request, root)))
  const result = await start(request, root, command)
  request.signal.throwIfAborted()
  const report = readReport(await readText(destination), files, {
    root,
    folder: request.folder,
    isSource: request.isSource,
  })
  return testRunOf(report, texts, {
    command: command.map((part) => part.replaceAll(root, '.')),
    exit: result.exit,
    signal: result.signal,
    durationMs: result.durationMs,
    problem: problemOf(result, { complete: report.complete, failed: hasFailed(report) }, request.limitMs, remedies),
  })
}

/** A report as the result model has it; `texts` are the test files by path. */
export function testRunOf(
  report: Report,
  texts: Texts,
  ended: Pick<TestRun, 'command' | 'exit' | 'signal' | 'durationMs' | 'problem'>,
): TestRun {
  return {
    runner: nodeTest.name,
    version: report.version,
    ...ended,
    tests: report.tests,
    faults: report.faults.map((fault) => withSyntax(fault, texts)),
    empty: report.empty,
    focused: focusedPlaces(texts),
  }
}

let sequence = 0

const hasFailed = ({ faults, tests }: Report): boolean =>
  faults.length > 0 || tests.some((test) => test.state === 'failed')

const remedies = {
  missing: 'Install Node 20 or newer so that `node` is on the PATH.',
  byHand: 'node --test',
}

function start(request: RunRequest, root: string, command: readonly string[]): Promise<ProcessResult> {
  const { coverage } = request
  const env = coverage === null ? request.checkout.env : { ...request.checkout.env, NODE_V8_COVERAGE: coverage }
  const { limitMs, onStarted } = request
  const spec = { command, cwd: join(root, request.folder), env, limitMs, maxOutputBytes: 64 * 1024, graceMs, onStarted }
  return request.processes.run(spec, request.signal)
}

/**
 * Node 22 and newer match a pattern against the whole path of names and keep what matches; Node 20 matches single
 * names. A subtest runs with the test it is in.
 */
function patterns(only: Selection | null): readonly string[] {
  if (only === null) return []
  if (only.kind === 'nothing') return ['--test-name-pattern=^\\0nothing has this name\\0$']
  const names = majorOf(only.version) >= 22 ? [only.names.join(' ')] : only.names.slice(-1)
  return names.map((name) => `--test-name-pattern=^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`)
}

const majorOf = (version: string): number => Number(/^v(\d+)/.exec(version)?.[1] ?? 0)

/**
 * Since Node 21 file arguments are globs, so a file named `[id].test.js` must be quoted, but not before. Braces count
 * even where they are quoted, and `!` alone means nothing.
 */
async function asArguments(request: RunRequest, root: string): Promise<readonly string[]> {
  const special = /[*?[\]{}()+@\\]/g
  const files = request.files.map((file) => relative(request.folder, file))
  if (!files.some((file) => file.search(special) >= 0)) return files
  const asked = await start({ ...request, coverage: null, onStarted: undefined }, root, ['node', '--version'])
  if (majorOf(asked.stdout) < 21) return files
  return files.map((file) => file.replace(special, (mark) => (/[{}]/.test(mark) ? '?' : `[${mark}]`)))
}
