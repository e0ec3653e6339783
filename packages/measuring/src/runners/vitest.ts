import { realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledFor, type Making } from './compiled.ts'
import { problemOf } from './ending.ts'
import { definesTests } from './focus.ts'
import { usable } from './installed.ts'
import { leftOut } from './left-out.ts'
import { play } from './play.ts'
import { forgedIn } from './profiles.ts'
import { rewritten } from './rewritten.ts'
import type { Loaded, Runner, RunRequest, Selection } from './runner.ts'
import { focusedPlaces, textsOf, withSyntax } from './test-files.ts'
import { hasFailed, nothingToRun, notRun, type TestRun } from './test-run.ts'
import { inTree, treeOf } from './tree.ts'
import { readVitestReport } from './vitest-report.ts'
import { workersFor } from './workers.ts'

const entry: string = fileURLToPath(new URL('./vitest-run.mjs', import.meta.url))

/** The project's own vitest, 3 or newer, under the Node on the user's PATH and with the project's configuration. */
export const vitest: Runner = { name: 'vitest', coverage: 'v8', loading, run }

async function run(request: RunRequest): Promise<TestRun> {
  const { checkout, files, coverage, only, onReached } = request
  if (files.length === 0) return nothingToRun(vitest.name)
  const root = await realpath(checkout.path)
  const installed = usable('vitest', root, request.folder)
  if ('rule' in installed) return notRun(vitest.name, installed)
  const texts = await textsOf(root, files)
  const workers = workersFor('vitest', request, root)
  const compiled = await compiledFor(request, { runner: 'vitest', installed: installed.folder, ...onItsOwn })
  const { result, report, unended, key, ran } = await play(vitest.name, request, root, (destination, key) => ({
    command: [
      'node',
      entry,
      `--vitest=${join(installed.folder, 'dist', 'node.js')}`,
      `--report=${destination}`,
      ...(coverage === null ? [] : [`--coverage=${coverage}`]),
      ...(onReached === undefined ? [] : [`--reached=${JSON.stringify([root, checkout.path])}`]),
      ...(only === null ? [] : [`--only=${patternOf(only)}`]),
      ...(workers === null ? [] : [`--workers=${workers}`]),
      ...(compiled === null ? [] : [`--compiled=${compiled}`]),
      '--',
      ...files.map((file) => relative(request.folder, file)),
    ],
    stdin: { key },
    // As in CI a snapshot that is not there fails; it is not written.
    env: { ...checkout.env, CI: 'true' },
  }))
  const tree = treeOf(request, root)
  const read = readVitestReport(report, key, files, tree)
  if (read.reaches !== null) onReached?.(read.reaches)
  const reported = { complete: read.complete, failed: hasFailed(read), unended }
  const ending = problemOf(result, reported, request.limitMs, remedies, (printed) => inTree(printed, tree))
  const hasTests = (file: string): boolean => definesTests(file, texts.get(file) ?? '')
  const unseen = read.leftOut.filter(hasTests).map((file) => leftOut(vitest.name, file, read.taken, tree))
  return {
    ...ran,
    version: read.version,
    tests: read.tests,
    faults: read.faults.map((fault) => withSyntax(fault, texts)),
    empty: [...read.empty, ...read.leftOut.filter((file) => !hasTests(file))],
    ...(unseen.length > 0 && { leftOut: unseen }),
    focused: focusedPlaces(texts),
    problem: rewritten(read.patched) ?? ending ?? (await forgedIn(read.isWatched ? coverage : null, read)),
  }
}

/** A run in which no code of the project has a part. */
const onItsOwn = {
  files: {
    'package.json': '{ "type": "module" }\n',
    'a.js': 'export const one = () => ({ is: 1 })\n',
    // Vitest 4 ends its workers before they keep anything by themselves.
    'a.test.js': `import { flushCompileCache } from 'node:module'
import { afterAll, describe, expect, test } from 'vitest'
import { one } from './a.js'
afterAll(() => flushCompileCache?.())
describe('a', () => { test('is 1', () => { expect(one()).toEqual({ is: 1 }) }) })
`,
  },
  program: ({ installed, folder }: Making) => ({
    command: [
      'node',
      entry,
      `--vitest=${join(installed, 'dist', 'node.js')}`,
      `--report=${join(folder, 'out', 'report.jsonl')}`,
      `--reached=${JSON.stringify([join(folder, 'tree')])}`,
      `--compiled=${folder}`,
      '--',
      'a.test.js',
    ],
    stdin: { key: 'none' },
  }),
}

/** Vitest matches a pattern against all names of a test, from the outside in. */
function patternOf(only: Selection): string {
  if (only.kind === 'nothing') return '^\\0nothing has this name\\0$'
  const names = only.names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return `^ ?${names.join('(?: | > )')}$`
}

const remedies = {
  missing: 'Install Node 20 or newer so that `node` is on the PATH.',
  byHand: 'npx vitest run',
}

function loading(files: readonly Loaded[]): string {
  const tests = files.map(
    ({ file, specifier }) =>
      `test(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(specifier)}) })`,
  )
  return `import { test } from 'vitest'\n${tests.join('\n')}\n`
}
