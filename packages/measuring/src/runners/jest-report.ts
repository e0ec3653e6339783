/** Reads what `jest-reporter.cjs` wrote. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { bounded } from '../text.ts'
import { classify, errorSchema, type Raised } from './failure.ts'
import { groundSchema, reachedSchema, type Seen, seenOf } from './jest-reaches.ts'
import { type Taken, takenSchema } from './left-out.ts'
import { addedBySource, addedSchema } from './rewritten.ts'
import { readSigned } from './signed-lines.ts'
import { numbered } from './test-files.ts'
import type { Failure, Fault, TestCase } from './test-run.ts'
import { idIn, inTree, type Tree } from './tree.ts'

export interface Report {
  readonly tests: readonly TestCase[]
  readonly faults: readonly Fault[]
  readonly empty: readonly string[]
  readonly focused: readonly string[]
  /** Asked files that jest did not begin. */
  readonly missing: readonly string[]
  /** Files that were begun and have no result. */
  readonly unfinished: readonly string[]
  /** Parts of jest that the tested code changed. */
  readonly patched: readonly string[]
  /** Tested code asked for the counters of its coverage. */
  readonly countersTouched: boolean
  /** By absolute path of a source, the sum of all its counts; null where that is not known. */
  readonly counted: ReadonlyMap<string, number | null>
  /** The program that runs a file's tests instead of jest-circus; null: none does. */
  readonly foreign: string | null
  /** The reporter wrote its last line, and every line is its own. */
  readonly complete: boolean
  /** What each project takes in. */
  readonly taken: Taken
  /** jest calls a run with snapshots that nothing uses a failed one. */
  readonly oldSnapshots: boolean
  readonly reached: Seen
}

const raised = errorSchema.extend({ failureType: z.string() })
const seen = z.object({
  tests: z.array(
    z.object({
      names: z.array(z.string()),
      status: z.string().nullable(),
      passed: z.boolean(),
      line: z.number(),
      column: z.number(),
      error: raised.nullable(),
    }),
  ),
  hooks: z.array(z.object({ names: z.array(z.string()), type: z.string(), error: raised })),
  focused: z.array(z.number()),
  unhandled: z.array(raised),
  patched: z.array(z.string()),
  added: z.array(addedSchema).default([]),
  countersTouched: z.boolean().default(false),
})
const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('start'), file: z.string() }),
  z.object({
    kind: z.literal('file'),
    file: z.string(),
    project: z.string(),
    sigma: seen.nullable(),
    count: z.number(),
    failing: z.number(),
    error: z.object({ message: z.string(), stack: z.string(), code: z.string().nullable() }).nullable(),
    testRunner: z.string(),
    counted: z.array(z.tuple([z.string(), z.number().nullable()])).default([]),
    reached: reachedSchema.nullable().default(null),
  }),
  z.object({
    kind: z.literal('close'),
    tests: z.number(),
    files: z.number(),
    oldSnapshots: z.boolean(),
    taken: takenSchema.default([]),
    ground: groundSchema.default([]),
  }),
])
type Line = z.infer<typeof lineSchema>
type FileLine = Extract<Line, { kind: 'file' }>
type Shown = z.infer<typeof seen>

/** `files` are the test files that were asked for, relative to `tree.root`. */
export function readReport(text: string, key: string, files: readonly string[], tree: Tree): Report {
  const lines = parseLines(text, key)
  const pathInTree = (path: string): string => relative(tree.root, path)
  const placeOf = ({ file, project }: FileLine): string =>
    `${String(files.indexOf(pathInTree(file))).padStart(9, '0')} ${project}`
  const ofFiles = lines.flatMap((line) => (line.kind === 'file' ? [line] : []))
  const results = ofFiles.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const begun = lines.flatMap((line) => (line.kind === 'start' ? [pathInTree(line.file)] : []))
  const ended = results.map(({ file }) => pathInTree(file))
  const close = lines.find((line) => line.kind === 'close')
  const counted = results.reduce((sum, { count }) => sum + count, 0)
  const all = results.flatMap((line) =>
    line.sigma === null ? [] : [{ file: pathInTree(line.file), seen: line.sigma }],
  )
  const ids = new Map<string, number>()
  const faults = results.flatMap((line) => faultsOf(line, pathInTree(line.file), tree))
  return {
    tests: all.flatMap(({ file, seen: { tests } }) => tests.map((test) => testOf(file, test, ids, tree))),
    faults,
    empty: results.filter(isEmpty).map(({ file }) => pathInTree(file)),
    focused: all.flatMap(({ file, seen: { focused } }) => focused.map((line) => `${file}:${line}`)),
    missing: files.filter((file) => !begun.includes(file)),
    unfinished: [...new Set(begun)].filter((file) => !ended.includes(file)),
    patched: [
      ...new Set(results.flatMap((line) => [...patchedIn(line), ...addedBySource(line.sigma?.added ?? [], tree)])),
    ],
    countersTouched: all.some(({ seen: { countersTouched } }) => countersTouched),
    counted: summed(results),
    foreign: results.find((line) => line.sigma === null && line.error === null)?.testRunner ?? null,
    complete: close !== undefined && close.files === results.length && close.tests === counted,
    taken: close?.taken ?? [],
    oldSnapshots: close?.oldSnapshots ?? false,
    reached: seenOf(
      ofFiles.map((line) => ({ ...line, file: pathInTree(line.file) })),
      close?.ground ?? [],
      tree.root,
    ),
  }
}

function summed(results: readonly FileLine[]): ReadonlyMap<string, number | null> {
  const sums = new Map<string, number | null>()
  for (const [file, count] of results.flatMap(({ counted }) => counted)) {
    const before = sums.get(file)
    sums.set(file, before === null || count === null ? null : (before ?? 0) + count)
  }
  return sums
}

/** None when a line is not the reporter's: then the report was tampered with. */
function parseLines(text: string, key: string): readonly Line[] {
  const read = z.array(lineSchema).safeParse(readSigned(text, key))
  return read.success ? read.data : []
}

/** Compares jest's own counts with the tests that were seen. */
function patchedIn({ sigma, count, failing, error }: FileLine): readonly string[] {
  if (sigma === null || error !== null) return sigma?.patched ?? []
  const failed = sigma.tests.filter(({ status, passed }) => status === 'done' && !passed)
  return [
    ...sigma.patched,
    ...(sigma.tests.length === count ? [] : ['the list of tests']),
    ...(failed.length === failing ? [] : ['the outcome of tests']),
  ]
}

function testOf(file: string, test: Shown['tests'][number], ids: Map<string, number>, tree: Tree): TestCase {
  const { names, line, column } = test
  const state = stateOf(test)
  const failure = test.error === null || state !== 'failed' ? null : failureOf(test.error, tree)
  return {
    id: numbered(ids, idIn(tree, file, names)),
    file,
    names,
    outermost: names.length,
    state,
    line,
    column,
    failure: failure !== null && test.passed ? flaky(failure) : failure,
  }
}

/** A test that passed only when it was tried again has failed (SIG-52). */
function stateOf({ status, error, passed }: Shown['tests'][number]): TestCase['state'] {
  if (status === 'skip') return 'skipped'
  if (status === 'todo') return 'todo'
  return passed && error === null ? 'passed' : 'failed'
}

const flaky = (failure: Failure): Failure => ({
  ...failure,
  kind: 'other',
  message: `It passed only when it was tried again. First: ${failure.message}`,
})

function failureOf(raised: Raised, tree: Tree): Failure {
  const message = stripVTControlCharacters(raised.message)
  if (message.includes('New snapshot was not written.')) {
    return classify({ ...raised, name: 'SnapshotMissing', message: `There is no snapshot yet. ${message}` }, tree)
  }
  const counts = /^expect\.(assertions|hasAssertions)\(/.test(message)
  return classify({ ...raised, message, name: counts ? 'JestAssertionError' : raised.name }, tree)
}

const noTest = 'Your test suite must contain at least one test.'
const lost = /jest worker (process|encountered)|Call retries were exceeded/i

const isEmpty = ({ error }: FileLine): boolean => error?.message.includes(noTest) ?? false

function faultsOf(line: FileLine, file: string, tree: Tree): readonly Fault[] {
  if (isEmpty(line)) return []
  const said = (text: string): string => bounded(inTree(stripVTControlCharacters(text).trim(), tree))
  const hooks = line.sigma?.hooks.map(({ names, type, error }): Fault => {
    const where = names.length === 0 ? type : names.join(' › ')
    return { kind: 'hook', file, message: `${where}: ${said(error.message)}` }
  })
  const unhandled = line.sigma?.unhandled.map(
    ({ name, message }): Fault => ({ kind: 'unhandled', file, message: said(`${name}: ${message}`) }),
  )
  const known = [...(hooks ?? []), ...(unhandled ?? [])]
  if (line.error === null || known.length > 0) return known
  const [firstLine = ''] = line.error.stack.trim().split('\n')
  const message = said(firstLine.includes(line.error.message) ? firstLine : line.error.message)
  if (line.sigma !== null) return [{ kind: 'unhandled', file, message }]
  return [{ kind: lost.test(line.error.message) ? 'ended-early' : 'load', file, message }]
}
