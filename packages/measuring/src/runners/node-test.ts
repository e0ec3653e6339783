import { realpath } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { problemOf } from './ending.ts'
import { readNodeArguments } from './node-arguments.ts'
import { readReport } from './node-test-report.ts'
import { play } from './play.ts'
import { forgedIn } from './profiles.ts'
import { rewritten } from './rewritten.ts'
import type { Runner, RunRequest, Selection } from './runner.ts'
import { readSigned } from './signed-lines.ts'
import { focusedPlaces, textsOf, withSyntax } from './test-files.ts'
import { hasFailed, nothingToRun, type TestRun } from './test-run.ts'
import { inTree, treeOf } from './tree.ts'
import { workersFor } from './workers.ts'

const entry: string = fileURLToPath(new URL('./node-test-run.mjs', import.meta.url))

/** Node's own test runner, 20 or newer, as found on the user's PATH. */
export const nodeTest: Runner = { name: 'node:test', coverage: 'v8', loading: null, run }

async function run(request: RunRequest): Promise<TestRun> {
  const { checkout, files, coverage } = request
  if (files.length === 0) return nothingToRun(nodeTest.name)
  const root = await realpath(checkout.path)
  const texts = await textsOf(root, files)
  const workers = workersFor('node:test', request, root)
  const asked = files.map((file) => relative(request.folder, file))
  const options = [
    ...(coverage === null ? [] : [`--coverage=${coverage}`]),
    ...(request.onReached === undefined ? [] : [`--reached=${JSON.stringify([root, checkout.path])}`]),
    ...patterns(request.only),
    ...(workers === null ? [] : [`--workers=${workers}`]),
    ...argumentsFor(request.node ?? []),
  ]
  const { result, report, unended, key, ran } = await play(nodeTest.name, request, root, (destination, key) => ({
    command: ['node', entry, `--report=${destination}`, ...options, '--', ...asked],
    stdin: { key },
    env: checkout.env,
  }))
  const tree = treeOf(request, root)
  const read = readReport(readSigned(report, key), files, tree)
  const reported = { complete: read.complete, failed: hasFailed(read), unended }
  const ending = problemOf(result, reported, request.limitMs, remedies, (printed) => inTree(printed, tree))
  if (read.complete) request.onReached?.(read.reached)
  return {
    ...ran,
    version: read.version,
    tests: read.tests,
    faults: read.faults.map((fault) => withSyntax(fault, texts)),
    empty: read.empty,
    focused: focusedPlaces(texts),
    problem: rewritten(read.patched) ?? ending ?? (await forgedIn(coverage, read)),
  }
}

/** Sigma's own program starts Node with them: what they load comes behind what watches over the tests. */
function argumentsFor(node: readonly string[]): readonly string[] {
  if (node.length === 0) return []
  const { switches, preloads } = readNodeArguments(node)
  return [`--node=${JSON.stringify({ switches, preloads })}`]
}

const remedies = {
  missing: 'Install Node 20 or newer so that `node` is on the PATH.',
  byHand: 'node --test',
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
