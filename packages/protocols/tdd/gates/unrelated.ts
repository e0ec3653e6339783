/**
 * A failing test that never calls the code under test proves nothing (SIG-39). Where the stack of the failure does not
 * lead through a source file already, the test is run alone and its calls are counted: more than loading alone makes.
 */
import { realpath } from 'node:fs/promises'
import type { Selection, TestCase, TestRun } from '@sigma/measuring'
import {
  all,
  type Bench,
  type Calls,
  cannotJudge,
  type Declared,
  definitionAt,
  emptyFolder,
  findExport,
  inputsOf,
  isTelling,
  noReasons,
  type Reasons,
  readCalls,
  refuse,
  sortingOf,
} from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import type { RedParameters } from '../machine/gate-parameters.ts'

/** More new tests than this in one turn are not measured one by one. */
const mostProbes = 60
const atOnce = 2

export async function unrelated(
  bench: Bench,
  parameters: RedParameters,
  { run, fresh }: { readonly run: TestRun; readonly fresh: readonly TestCase[] },
  signal: AbortSignal,
): Promise<Reasons> {
  const asserting = fresh.filter(({ failure }) => isTelling(failure) && failure?.throughSource === false)
  const open = asserting.length === 0 ? [] : await withoutReaders(bench, parameters.interfaces, asserting)
  if (open.length === 0 || run.version === null) return noReasons
  if (open.length > mostProbes) {
    return cannotJudge({
      rule: 'too-many-tests',
      message: `${open.length} new tests would have to be run alone; at most ${mostProbes} are.`,
      remedy: 'Write fewer tests in one turn.',
    })
  }
  const { isSource } = sortingOf(parameters.project)
  const probe = prober(bench, isSource, run.version)
  const files = [...new Set(open.map((test) => test.file))]
  const loading = new Map(await inPairs(files, async (file) => [file, await probe(file, null)] as const))
  const found = await inPairs(open, async (test) => {
    signal.throwIfAborted()
    return compare(test, loading.get(test.file) ?? null, await probe(test.file, test))
  })
  return all(...found)
}

/**
 * An interface that is a plain value cannot be called: a test that names it is about it. Of what is made by a call nobody knows
 * what it is: a test that reads it, and does not call it, is. A class without a constructor has nothing that is called when an
 * object of it is made: a test that makes one is about it.
 */
async function withoutReaders(
  bench: Bench,
  interfaces: readonly string[],
  tests: readonly TestCase[],
): Promise<readonly TestCase[]> {
  const texts = await bench.texts(bench.sourceFiles)
  const isAlways = (name: string, is: (declared: Declared) => boolean): boolean => {
    const { places } = findExport(name, texts)
    return places.length > 0 && places.every(({ declared }) => is(declared))
  }
  const all = (kind: string): readonly string[] =>
    interfaces.filter((name) => isAlways(name, (each) => each.kind === kind && each.members.length === 0))
  const [values, made] = [all('value'), all('unreadable')]
  const isBare = (name: string): boolean =>
    isAlways(name, ({ kind, members }) => kind === 'class' && !members.some((each) => each.name === 'constructor'))
  const files = await bench.texts([...new Set(tests.map((test) => test.file))])
  return tests.filter((test) => {
    const text = files.get(test.file) ?? ''
    const definition = definitionAt(test.file, text, test.line, test.column) ?? ''
    const words = definition.split(/[^\w$]+/)
    const read = definition.split(/[^\w$(]+|(?<=\()/)
    return !(
      values.some((name) => words.includes(name)) ||
      made.some((name) => read.includes(name)) ||
      inputsOf({ ...test, text })?.called.some(isBare)
    )
  })
}

function compare(test: TestCase, loading: Calls | null, alone: Calls | null): Reasons {
  if (loading === null || alone === null) return cannotJudge(notMeasured(test))
  const called = [...alone].some(([name, count]) => count > (loading.get(name) ?? 0))
  return called ? noReasons : refuse(neverCalls(test))
}

const notMeasured = (test: TestCase): Finding => ({
  rule: 'calls-unknown',
  message: `${test.id} could not be run alone, so it is not known whether it calls the code under test.`,
  remedy: 'Let the test run independently of the others, under a name of its own.',
})

const neverCalls = (test: TestCase): Finding => ({
  rule: 'unrelated',
  message: `${test.id} fails without calling any function of the source: ${test.failure?.message ?? ''}`,
  remedy: 'Call the interface under test and assert on what it gives back.',
})

/** Runs one test alone, or just loads its file, and counts calls; null when that could not be measured. */
function prober(bench: Bench, isSource: (path: string) => boolean, version: string) {
  let probes = 0
  return async (file: string, test: TestCase | null): Promise<Calls | null> => {
    const root = await realpath(bench.checkout.path)
    const folder = await emptyFolder(bench.checkout.scratch, `probe-${probes++}`)
    const names = test?.names.slice(0, test.outermost) ?? []
    const only: Selection = test === null ? { kind: 'nothing', version } : { kind: 'test', names, version }
    const run = await bench.run({ coverage: folder.path, only, files: [file] })
    if (run.problem !== null) return null
    if (test !== null && !run.tests.some((each) => each.id === test.id && each.state === 'failed')) return null
    return await readCalls(folder, root, file, isSource)
  }
}

async function inPairs<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(act))))
  }
  return results
}
