import { randomUUID } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProcessResult } from '@sigma/engine'
import { problemOf, type Remedies } from './ending.ts'
import { definesTests } from './focus.ts'
import { findJest, type Jest } from './jest-command.ts'
import { type Report, readReport } from './jest-report.ts'
import { forgedCounts } from './profiles.ts'
import { rewritten } from './rewritten.ts'
import type { Loaded, Runner, RunRequest } from './runner.ts'
import { focusedPlaces, readText, type Texts, textsOf, withSyntax } from './test-files.ts'
import { type Fault, nothingToRun, notRun, type Problem, type TestCase, type TestRun } from './test-run.ts'

const reporter: string = fileURLToPath(new URL('./jest-reporter.cjs', import.meta.url))
const graceMs = 2_000
const least = 29

/** The project's own jest, 29 or newer. */
export const jest: Runner = { name: 'jest', coverage: 'istanbul', loading, run }

async function run(request: RunRequest): Promise<TestRun> {
  const { checkout, files } = request
  if (files.length === 0) return nothingToRun(jest.name)
  const root = await realpath(checkout.path)
  const found = await findJest(root, request.folder)
  if (found === null) return notRun(jest.name, missing)
  if (Number.parseInt(found.version, 10) < least) return notRun(jest.name, tooOld(found.version))
  const texts = await textsOf(root, files)
  const folder = join(checkout.scratch, `jest-${sequence++}`)
  await mkdir(folder, { recursive: true })
  const [destination, key] = [join(folder, 'report.jsonl'), randomUUID()]
  const only = request.only === null ? null : request.only.kind === 'test' ? request.only.names : []
  const command = commandOf(request, found, root)
  const stdin = JSON.stringify({ destination, key, only })
  const result = await start(request, root, command, stdin)
  request.signal.throwIfAborted()
  const tree = { root, folder: request.folder, isSource: request.isSource }
  const report = readReport(await readText(destination), key, files, tree)
  const counted = request.only === null ? request.coverage : null
  const faults = [...report.faults.map((fault) => withSyntax(fault, texts)), ...endings(result, report, texts)]
  return {
    runner: jest.name,
    version: found.version,
    command: command.map((part) => part.replaceAll(root, '.')),
    exit: result.exit,
    signal: result.signal,
    durationMs: result.durationMs,
    tests: report.tests.map((test) => placed(test, texts)),
    faults,
    empty: [...report.empty, ...unknown(result, report).filter((file) => !hasTests(file, texts))],
    focused: [...new Set([...report.focused, ...focusedPlaces(texts)])],
    problem: problemIn(result, report, faults, request.limitMs) ?? (await forgedCounts(counted, root, report)),
  }
}

let sequence = 0

const remedies: Remedies = { missing: 'Install Node so that `node` is on the PATH.', byHand: 'npx jest' }

const missing: Problem = {
  rule: 'runner-missing',
  message: 'jest is not installed in the project.',
  remedy: 'npm install --save-dev jest',
}

const tooOld = (version: string): Problem => ({
  rule: 'runner-missing',
  message: `The project has jest ${version}; Sigma runs jest ${least} and newer.`,
  remedy: 'npm install --save-dev jest@latest',
})

/**
 * Exactly these files, once, to their end. What the project configures for people, for its own CI or for a part of the
 * suite is put back to what jest does by itself; a coverage below its thresholds is no failed test.
 */
function commandOf(request: RunRequest, { bin, nodeOptions, options }: Jest, root: string): readonly string[] {
  const { checkout, coverage, only } = request
  const off = ['watch', 'watchAll', 'onlyChanged', 'onlyFailures', 'passWithNoTests', 'detectOpenHandles', 'notify']
  const measured =
    coverage === null || only !== null
      ? ['--coverage=false']
      : ['--coverage', '--coverageReporters=json', `--coverageDirectory=${coverage}`, '--collectCoverageFrom=[]']
  return [
    'node',
    ...nodeOptions,
    bin,
    ...options,
    '--ci',
    `--cacheDirectory=${join(checkout.scratch, 'jest-cache')}`,
    `--reporters=${reporter}`,
    ...off.map((option) => `--${option}=false`),
    '--watchman=false',
    '--bail=0',
    '--forceExit',
    '--coverageThreshold={}',
    ...measured,
    ...(only === null ? [] : ['--runInBand']),
    '--runTestsByPath',
    ...request.files.map((file) => join(root, file)),
  ]
}

/** One test alone is run for its calls, which V8 counts, also in what the test starts. */
function start(request: RunRequest, root: string, command: readonly string[], stdin: string): Promise<ProcessResult> {
  const { checkout, coverage, only, limitMs, onStarted } = request
  const env = coverage === null || only === null ? checkout.env : { ...checkout.env, NODE_V8_COVERAGE: coverage }
  const cwd = join(root, request.folder)
  const maxOutputBytes = 64 * 1024
  return request.processes.run(
    { command, cwd, env, stdin, limitMs, maxOutputBytes, graceMs, onStarted, confined: checkout.confined },
    request.signal,
  )
}

/** Asked files that jest knows nothing of. */
const unknown = (result: ProcessResult, report: Report): readonly string[] =>
  report.complete || tookNone(result) ? report.missing : []

/** Then no reporter is started. */
const tookNone = ({ exit, stdout, stderr }: ProcessResult): boolean =>
  exit === 1 && /^No tests found, exiting with code 1/m.test(`${stdout}\n${stderr}`)

/** Faults that only the whole run shows. */
function endings(result: ProcessResult, report: Report, texts: Texts): readonly Fault[] {
  const leftOut = unknown(result, report)
    .filter((file) => hasTests(file, texts))
    .map((file): Fault => ({ kind: 'not-run', file, message: 'jest leaves it out by its configuration.' }))
  if (report.complete || result.end !== 'exited') return leftOut
  const [call = ''] = /process\.exit called with "[^"\n]*"/.exec(result.stderr) ?? []
  const message = [call, `(exit ${result.exit})`].join(' ').trim()
  return [...leftOut, ...report.unfinished.map((file): Fault => ({ kind: 'ended-early', file, message }))]
}

/** Null: the run can be believed. */
function problemIn(result: ProcessResult, report: Report, faults: readonly Fault[], limitMs: number): Problem | null {
  if (report.foreign !== null) {
    const message = `jest runs the tests by ${report.foreign}, into which Sigma cannot see.`
    return { rule: 'runner-unknown', message, remedy: 'Have jest run them by jest-circus, its own default.' }
  }
  const changed = rewritten(report.patched)
  if (changed !== null) return changed
  const failed = faults.length > 0 || report.tests.some((test) => test.state === 'failed')
  const ended = tookNone(result) || faults.some((fault) => fault.kind === 'ended-early')
  // jest calls a file without a test, and a snapshot that nothing uses, a failure.
  const explained = failed || ended || report.oldSnapshots || report.empty.length > 0
  const reported = { complete: report.complete || ended, failed: explained }
  return problemOf(result, reported, limitMs, remedies)
}

const hasTests = (file: string, texts: Texts): boolean => definesTests(file, texts.get(file) ?? '')

/** V8 puts the call of what a call gives back, as in `test.each(table)(…)`, behind the inner one. */
function placed(test: TestCase, texts: Texts): TestCase {
  const line = texts.get(test.file)?.split('\n')[test.line - 1] ?? ''
  return line[test.column - 1] === '(' ? { ...test, column: test.column - 1 } : test
}

/** CommonJS where jest runs the file as that, a module where it runs modules. */
function loading(files: readonly Loaded[]): string {
  const tests = files.map(
    ({ file, specifier }) =>
      `test(${JSON.stringify(file)}, () => load(() => require(${JSON.stringify(specifier)}), ${JSON.stringify(specifier)}))`,
  )
  return [
    '// @ts-nocheck',
    'const load = async (required, specifier) => {',
    '  try {',
    "    if (typeof require === 'function') return void required()",
    '  } catch (error) {',
    "    if (error?.code !== 'ERR_REQUIRE_ESM') throw error",
    '  }',
    '  await import(specifier)',
    '}',
    ...tests,
    '',
  ].join('\n')
}
