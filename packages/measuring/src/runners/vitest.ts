import { randomUUID } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { problemOf } from './ending.ts'
import { definesTests } from './focus.ts'
import { findInstalled, isTooOld, leastVersions } from './installed.ts'
import { forgedIn } from './profiles.ts'
import { rewritten } from './rewritten.ts'
import type { Loaded, Runner, RunRequest, Selection } from './runner.ts'
import { focusedPlaces, readText, textsOf, withSyntax } from './test-files.ts'
import { type Fault, nothingToRun, notRun, type Problem, type TestRun } from './test-run.ts'
import { readVitestReport, type VitestReport } from './vitest-report.ts'

const entry: string = fileURLToPath(new URL('./vitest-run.mjs', import.meta.url))
const graceMs = 2_000

/** The project's own vitest, 3 or newer, under the Node on the user's PATH and with the project's configuration. */
export const vitest: Runner = { name: 'vitest', coverage: 'v8', loading, run }

async function run(request: RunRequest): Promise<TestRun> {
  const { checkout, files } = request
  if (files.length === 0) return nothingToRun(vitest.name)
  const root = await realpath(checkout.path)
  const installed = findInstalled(root, request.folder, vitest.name)
  if (installed === null) return notRun(vitest.name, missing)
  if (isTooOld('vitest', installed.version)) return notRun(vitest.name, tooOld(installed.version))
  const texts = await textsOf(root, files)
  const folder = join(checkout.scratch, `run-${sequence++}`)
  await mkdir(folder, { recursive: true })
  const [destination, key] = [join(folder, 'report.json'), randomUUID()]
  const command = [
    'node',
    entry,
    `--vitest=${join(installed.folder, 'dist', 'node.js')}`,
    `--report=${destination}`,
    ...(request.coverage === null ? [] : [`--coverage=${request.coverage}`]),
    ...(request.only === null ? [] : [`--only=${patternOf(request.only)}`]),
    '--',
    ...files.map((file) => relative(request.folder, file)),
  ]
  const { limitMs, onStarted } = request
  // As in CI a snapshot that is not there fails; it is not written.
  const env = { ...checkout.env, CI: 'true' }
  const result = await request.processes.run(
    {
      command,
      cwd: join(root, request.folder),
      env,
      stdin: JSON.stringify({ key }),
      limitMs,
      maxOutputBytes: 64 * 1024,
      graceMs,
      onStarted,
      confined: checkout.confined,
    },
    request.signal,
  )
  request.signal.throwIfAborted()
  const { isSource } = request
  const report = readVitestReport(await readText(destination), key, files, { root, folder: request.folder, isSource })
  const ending = problemOf(result, { complete: report.complete, failed: hasFailed(report) }, limitMs, remedies)
  const counted = report.isWatched ? request.coverage : null
  const hasTests = (file: string): boolean => definesTests(file, texts.get(file) ?? '')
  const faults = [...report.leftOut.filter(hasTests).map(leftOut), ...report.faults]
  return {
    runner: vitest.name,
    version: report.version,
    command: command.map((part) => part.replaceAll(root, '.')),
    exit: result.exit,
    signal: result.signal,
    durationMs: result.durationMs,
    tests: report.tests,
    faults: faults.map((fault) => withSyntax(fault, texts)),
    empty: [...report.empty, ...report.leftOut.filter((file) => !hasTests(file))],
    focused: focusedPlaces(texts),
    problem: rewritten(report.patched) ?? ending ?? (await forgedIn(counted, report.profiles, report.started)),
  }
}

let sequence = 0

/** Vitest matches a pattern against all names of a test, from the outside in. */
function patternOf(only: Selection): string {
  if (only.kind === 'nothing') return '^\\0nothing has this name\\0$'
  const names = only.names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return `^ ?${names.join('(?: | > )')}$`
}

const hasFailed = ({ faults, tests }: VitestReport): boolean =>
  faults.length > 0 || tests.some((test) => test.state === 'failed')

const leftOut = (file: string): Fault => ({
  kind: 'not-run',
  file,
  message: 'vitest leaves it out by its configuration.',
})

const remedies = {
  missing: 'Install Node 20 or newer so that `node` is on the PATH.',
  byHand: 'npx vitest run',
}

const missing: Problem = {
  rule: 'runner-missing',
  message: 'vitest is not installed in the project.',
  remedy: 'npm install --save-dev vitest',
}

const tooOld = (version: string): Problem => ({
  rule: 'runner-missing',
  message: `The project has vitest ${version}; Sigma runs vitest ${leastVersions.vitest} and newer.`,
  remedy: 'npm install --save-dev vitest@latest',
})

function loading(files: readonly Loaded[]): string {
  const tests = files.map(
    ({ file, specifier }) =>
      `test(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(specifier)}) })`,
  )
  return `import { test } from 'vitest'\n${tests.join('\n')}\n`
}
