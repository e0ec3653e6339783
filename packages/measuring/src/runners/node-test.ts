import { randomUUID } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProcessResult } from '@sigma/engine'
import { problemOf } from './ending.ts'
import { type Report, readReport } from './node-test-report.ts'
import { forgedIn } from './profiles.ts'
import { rewritten } from './rewritten.ts'
import type { Runner, RunRequest, Selection } from './runner.ts'
import { readSigned } from './signed-lines.ts'
import { focusedPlaces, readText, type Texts, textsOf, withSyntax } from './test-files.ts'
import { nothingToRun, type TestRun } from './test-run.ts'

const entry: string = fileURLToPath(new URL('./node-test-run.mjs', import.meta.url))
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
  const [destination, key] = [join(folder, 'report.jsonl'), randomUUID()]
  const asked = files.map((file) => relative(request.folder, file))
  const counting = request.coverage === null ? [] : [`--coverage=${request.coverage}`]
  const command = ['node', entry, `--report=${destination}`, ...counting, ...patterns(request.only), '--', ...asked]
  const result = await start(request, root, command, JSON.stringify({ key }))
  request.signal.throwIfAborted()
  const tree = { root, folder: request.folder, isSource: request.isSource }
  const report = readReport(readSigned(await readText(destination), key), files, tree)
  const ending = problemOf(result, { complete: report.complete, failed: hasFailed(report) }, request.limitMs, remedies)
  return testRunOf(report, texts, {
    command: command.map((part) => part.replaceAll(root, '.')),
    exit: result.exit,
    signal: result.signal,
    durationMs: result.durationMs,
    problem: rewritten(report.patched) ?? ending ?? (await forgedIn(request.coverage, report.profiles, report.started)),
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

function start(request: RunRequest, root: string, command: readonly string[], stdin: string): Promise<ProcessResult> {
  const { checkout, limitMs, onStarted } = request
  const { env } = checkout
  const cwd = join(root, request.folder)
  const spec = {
    command,
    cwd,
    env,
    stdin,
    limitMs,
    maxOutputBytes: 64 * 1024,
    graceMs,
    onStarted,
    confined: checkout.confined,
  }
  return request.processes.run(spec, request.signal)
}

/**
 * Node 22 and newer match a pattern against the whole path of names and keep what matches; Node 20 matches single
 * names. A subtest runs with the test it is in.
 */
function patterns(only: Selection | null): readonly string[] {
  if (only === null) return []
  if (only.kind === 'nothing') return ['--pattern=^\\0nothing has this name\\0$']
  const names = majorOf(only.version) >= 22 ? [only.names.join(' ')] : only.names.slice(-1)
  return names.map((name) => `--pattern=^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`)
}

const majorOf = (version: string): number => Number(/^v(\d+)/.exec(version)?.[1] ?? 0)
