import { realpath, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Checkout, ProcessResult } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import type { Reach } from '../reached/reach.ts'
import { compiledFor, type Making, preloadIn } from './compiled.ts'
import { problemOf, type Remedies } from './ending.ts'
import { definesTests } from './focus.ts'
import { type Installed, usable } from './installed.ts'
import { jestOptionsIn } from './jest-command.ts'
import { joined, nothing, type Seen } from './jest-reaches.ts'
import { type Report, readReport } from './jest-report.ts'
import { leftOut } from './left-out.ts'
import { play } from './play.ts'
import { forgedCounts } from './profiles.ts'
import { rewritten } from './rewritten.ts'
import type { Loaded, Runner, RunRequest } from './runner.ts'
import { focusedPlaces, type Texts, textsOf, withSyntax } from './test-files.ts'
import { type Fault, hasFailed, nothingToRun, notRun, type Problem, type TestCase, type TestRun } from './test-run.ts'
import { inTree, type Tree, treeOf } from './tree.ts'
import { workersFor } from './workers.ts'

const reporter: string = fileURLToPath(new URL('./jest-reporter.cjs', import.meta.url))
const reachingRunner: string = fileURLToPath(new URL('./jest-reaching.cjs', import.meta.url))
/** Starts jest before there is anything to run. */
export const jestSpare: string = fileURLToPath(new URL('./jest-spare.mjs', import.meta.url))

/** The project's own jest, 29 or newer. */
export const jest: Runner = { name: 'jest', coverage: 'istanbul', loading, run }

async function run(request: RunRequest): Promise<TestRun> {
  const { checkout, files, coverage, only } = request
  if (files.length === 0) return nothingToRun(jest.name)
  const root = await realpath(checkout.path)
  const installed = usable('jest', root, request.folder)
  if ('rule' in installed) return notRun(jest.name, installed)
  const texts = await textsOf(root, files)
  const names = only === null ? null : only.kind === 'test' ? only.names : []
  const reached = request.onReached === undefined ? null : await reaching(request, root)
  const compiled = await compiledFor(request, { runner: 'jest', installed: installed.folder, ...onItsOwn })
  const { result, report, unended, key, ran } = await play(jest.name, request, root, (destination, key) => ({
    command: commandOf(request, root, installed, compiled),
    stdin: {
      destination,
      key,
      only: names,
      reached,
      uncounted: uncounted(request, root),
    },
    // One test alone is run for its calls, which V8 counts, also in what the test starts.
    env: coverage === null || only === null ? checkout.env : { ...checkout.env, NODE_V8_COVERAGE: coverage },
  }))
  const tree = treeOf(request, root)
  const read = readReport(report, key, files, tree)
  const faults = [...read.faults.map((fault) => withSyntax(fault, texts)), ...endings(result, read)]
  if (read.complete) tell(read.reached, request, faults.length === 0)
  const unseen = unknown(result, read)
    .filter((file) => hasTests(file, texts))
    .map((file) => leftOut(jest.name, file, read.taken, tree))
  return {
    ...ran,
    version: installed.version,
    tests: read.tests.map((test) => placed(test, texts)),
    faults,
    empty: [...read.empty, ...unknown(result, read).filter((file) => !hasTests(file, texts))],
    ...(unseen.length > 0 && { leftOut: unseen }),
    focused: [...new Set([...read.focused, ...focusedPlaces(texts)])],
    problem:
      problemIn({ result, tree, unended, limitMs: request.limitMs }, read, faults) ??
      (await forgedCounts(only === null ? coverage : null, root, read)),
  }
}

const lostCompiling = 'what was compiled for a file that broke off is not known'

const compiledFrom = new WeakMap<Checkout, Reach>()

/** jest keeps what it compiled beside the checkout, and so needs not read again what it was compiled from: each run is told all of it. */
function tell({ reaches, compiled }: Seen, { checkout, onReached }: RunRequest, isWhole: boolean): void {
  const all = joined([compiledFrom.get(checkout) ?? nothing, compiled])
  // Of what the last file compiled that broke off nobody tells.
  compiledFrom.set(checkout, isWhole ? all : { ...all, open: all.open ?? lostCompiling })
  onReached?.(new Map([...reaches].map(([file, reach]) => [file, joined([reach, all])])))
}

/** Patterns, as jest has them, of files whose counts nobody asks for. */
function uncounted({ covering }: RunRequest, root: string): Json {
  const plain = (path: string): string => path.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  const wanted = covering?.map((path) => plain(join(root, path)))
  return ['/node_modules/', ...(wanted === undefined ? [] : [`^(?!(?:${wanted.join('|')})$)`])]
}

/** jest gives a test runner no word before the first test file, but takes any file for one. */
async function reaching({ checkout: { path, scratch }, folder }: RunRequest, root: string): Promise<Json> {
  const testRunner = join(await realpath(scratch), 'jest-reaching.cjs')
  const begin = `require(${JSON.stringify(reachingRunner)})(${JSON.stringify(root)}, ${JSON.stringify([path])})`
  await writeFile(testRunner, `module.exports = ${begin}\n`)
  const { options } = jestOptionsIn(join(root, folder))
  const configured = options.flatMap((option) => (option.startsWith('--config=') ? [option.slice(9)] : []))
  return { root, testRunner, configured: configured.map((file) => resolve(root, folder, file)) }
}

const remedies: Remedies = { missing: 'Install Node so that `node` is on the PATH.', byHand: 'npx jest' }

/**
 * Exactly these files, once, to their end. What the project configures for people, for its own CI or for a part of the
 * suite is put back to what jest does by itself; a coverage below its thresholds is no failed test.
 */
function commandOf(
  request: Pick<RunRequest, 'checkout' | 'coverage' | 'only' | 'folder' | 'files' | 'wide'>,
  root: string,
  { folder }: Pick<Installed, 'folder'>,
  compiled: string | null,
): readonly string[] {
  const { checkout, coverage, only } = request
  const { nodeOptions, options } = jestOptionsIn(join(root, request.folder))
  const workers = workersFor('jest', request, root)
  const off = ['watch', 'watchAll', 'onlyChanged', 'onlyFailures', 'passWithNoTests', 'detectOpenHandles', 'notify']
  const measured =
    coverage === null || only !== null
      ? ['--coverage=false']
      : ['--coverage', '--coverageReporters=json', `--coverageDirectory=${coverage}`, '--collectCoverageFrom=[]']
  return [
    'node',
    ...(compiled === null ? [] : ['--require', preloadIn(compiled)]),
    ...nodeOptions,
    join(folder, 'bin', 'jest.js'),
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
    ...(only === null ? (workers === null ? [] : [`--maxWorkers=${workers}`]) : ['--runInBand']),
    '--runTestsByPath',
    ...request.files.map((file) => join(root, file)),
  ]
}

/** A run in which no code of the project has a part. */
const onItsOwn = {
  files: {
    'package.json': '{}\n',
    'a.js': 'exports.one = () => ({ is: 1 })\n',
    'a.test.js': `const { one } = require('./a.js')
describe('a', () => { test('is 1', () => { expect(one()).toEqual({ is: 1 }) }) })
`,
  },
  program: ({ installed, folder }: Making) => {
    const [tree, scratch] = [join(folder, 'tree'), join(folder, 'out')]
    const checkout = { path: tree, scratch, env: {}, [Symbol.asyncDispose]: async () => undefined }
    const request = { checkout, coverage: join(scratch, 'coverage'), only: null, folder: '', files: ['a.test.js'] }
    return {
      command: commandOf(request, tree, { folder: installed }, folder),
      stdin: { destination: join(scratch, 'report.jsonl'), key: 'none', only: null, reached: null, uncounted: [] },
    }
  },
}

/** Asked files that jest knows nothing of. */
const unknown = (result: ProcessResult, report: Report): readonly string[] =>
  report.complete || tookNone(result) ? report.missing : []

/** Then no reporter is started. */
const tookNone = ({ exit, stdout, stderr }: ProcessResult): boolean =>
  exit === 1 && /^No tests found, exiting with code 1/m.test(`${stdout}\n${stderr}`)

/** Faults that only the whole run shows. */
function endings(result: ProcessResult, report: Report): readonly Fault[] {
  if (report.complete || result.end !== 'exited') return []
  const [call = ''] = /process\.exit called with "[^"\n]*"/.exec(result.stderr) ?? []
  const message = [call, `(exit ${result.exit})`].join(' ').trim()
  return report.unfinished.map((file): Fault => ({ kind: 'ended-early', file, message }))
}

interface Ended {
  readonly result: ProcessResult
  readonly tree: Tree
  readonly unended: readonly string[]
  readonly limitMs: number
}

/** Null: the run can be believed. */
function problemIn(
  { result, tree, unended, limitMs }: Ended,
  report: Report,
  faults: readonly Fault[],
): Problem | null {
  if (report.foreign !== null) {
    const message = `jest runs the tests by ${report.foreign}, into which Sigma cannot see.`
    return { rule: 'runner-unknown', message, remedy: 'Have jest run them by jest-circus, its own default.' }
  }
  const changed = rewritten(report.patched)
  if (changed !== null) return changed
  const failed = hasFailed({ tests: report.tests, faults })
  const ended = tookNone(result) || faults.some((fault) => fault.kind === 'ended-early')
  // jest calls a file without a test, and a snapshot that nothing uses, a failure.
  const explained = failed || ended || report.oldSnapshots || report.empty.length > 0
  const reported = { complete: report.complete || ended, failed: explained, unended }
  return problemOf(result, reported, limitMs, remedies, (printed) => inTree(printed, tree))
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
