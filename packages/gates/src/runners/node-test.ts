import { mkdir, readFile, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProcessResult } from '@sigma/engine'
import { parse } from '../syntax.ts'
import { bounded, listed } from '../text.ts'
import { focusIn } from './focus.ts'
import { type Report, readReport } from './node-test-report.ts'
import type { Runner, RunRequest, Selection } from './runner.ts'
import type { Fault, Problem, TestRun } from './test-run.ts'

const reporter: string = fileURLToPath(new URL('./node-test-reporter.mjs', import.meta.url))
const graceMs = 2_000

/** Node's own test runner, 20 or newer, as found on the user's PATH. */
export const nodeTest: Runner = { name: 'node:test', coverage: 'v8', loading: null, run }

async function run(request: RunRequest): Promise<TestRun> {
  const { checkout, files } = request
  const root = await realpath(checkout.path)
  if (files.length === 0) return nothingToRun
  const texts = await textsOf(root, files)
  const folder = join(checkout.scratch, `run-${sequence++}`)
  await mkdir(folder, { recursive: true })
  const destination = join(folder, 'report.jsonl')
  const command = ['node', '--test', `--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`]
  command.push(...patterns(request.only), ...(await asArguments(request, root)))
  const result = await start(request, root, command)
  request.signal.throwIfAborted()
  const report = readReport(await read(destination), files, {
    root,
    folder: request.folder,
    isSource: request.isSource,
  })
  return {
    runner: nodeTest.name,
    version: report.version,
    command: command.map((part) => part.replaceAll(root, '.')),
    exit: result.exit,
    signal: result.signal,
    durationMs: result.durationMs,
    tests: report.tests,
    faults: report.faults.map((fault) => withSyntax(fault, texts)),
    empty: report.empty,
    focused: [...texts].flatMap(([file, text]) => focusIn(file, text).map((line) => `${file}:${line}`)),
    problem: problemOf(result, report, request.limitMs),
  }
}

let sequence = 0

const nothingToRun: TestRun = {
  runner: 'node:test',
  version: null,
  command: [],
  exit: 0,
  signal: null,
  durationMs: 0,
  tests: [],
  faults: [],
  empty: [],
  focused: [],
  problem: null,
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

function problemOf(result: ProcessResult, report: Report, limitMs: number): Problem | null {
  if (result.end === 'unstartable') {
    const message = `The tests could not be started: ${result.reason ?? 'node was not found'}.`
    return { rule: 'runner-missing', message, remedy: 'Install Node 20 or newer so that `node` is on the PATH.' }
  }
  if (result.end === 'timeout') {
    const message = `The tests did not end within ${limitMs} ms.`
    return { rule: 'timed-out', message, remedy: 'End what the tests start, or raise the limit of a check.' }
  }
  const failed = report.faults.length > 0 || report.tests.some((test) => test.state === 'failed')
  if (report.complete && result.exit !== null && (result.exit === 0 || failed)) return null
  const why = report.complete ? 'though no test failed' : 'and without a complete report'
  const said = bounded(result.stderr.trim() || result.stdout.trim())
  const message = `The test command ended with ${result.exit ?? result.signal} ${why}. ${said}`.trim()
  return { rule: 'report-missing', message, remedy: 'Run `node --test` by hand and see why it breaks off.' }
}

function withSyntax(fault: Fault, texts: ReadonlyMap<string, string>): Fault {
  const text = texts.get(fault.file)
  if (fault.kind !== 'load' || text === undefined) return fault
  const { errors } = parse(fault.file, text)
  return errors.length === 0 ? fault : { ...fault, kind: 'syntax', message: bounded(listed(errors, 3)) }
}

async function textsOf(root: string, files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map(await Promise.all(files.map(async (file) => [file, await read(join(root, file))] as const)))
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')
