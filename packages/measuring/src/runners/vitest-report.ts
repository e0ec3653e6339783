/** Reads what `vitest-reporter.mjs` wrote. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Reaches } from '../reached/reach.ts'
import { bounded } from '../text.ts'
import { classify, errorSchema } from './failure.ts'
import { type Taken, takenSchema } from './left-out.ts'
import { readSigned } from './signed-lines.ts'
import { numbered } from './test-files.ts'
import type { Failure, Fault, TestCase } from './test-run.ts'
import { idIn, inTree, type Tree } from './tree.ts'
import { type Account, readAccount } from './vitest-account.ts'
import { reachesOf, servedSchema } from './vitest-reaches.ts'

export interface VitestReport extends Omit<Account, 'watched'> {
  readonly version: string | null
  readonly tests: readonly TestCase[]
  readonly faults: readonly Fault[]
  readonly empty: readonly string[]
  /** Asked for and not run. */
  readonly leftOut: readonly string[]
  /** What each project takes in. */
  readonly taken: Taken
  /** All of its tests were watched. */
  readonly isWatched: boolean
  /** Null: nobody asked for it. */
  readonly reaches: Reaches | null
  /** The report was written to its end; otherwise it says nothing. */
  readonly complete: boolean
}

const raised = errorSchema.extend({
  frames: z.array(z.object({ file: z.string(), line: z.number(), column: z.number().default(1) })).nullable(),
  file: z.string().nullable(),
  test: z.string().nullable(),
})
type Raised = z.infer<typeof raised>

const test = z.object({
  names: z.array(z.string()),
  mode: z.enum(['run', 'only', 'skip', 'todo', 'queued']),
  state: z.enum(['passed', 'failed', 'skipped', 'pending']),
  line: z.number(),
  column: z.number(),
  hooks: z.array(z.string()),
  errors: z.array(raised),
})
const module = z.object({
  file: z.string(),
  project: z.string(),
  state: z.string(),
  errors: z.array(raised),
  suites: z.array(z.object({ names: z.array(z.string()), errors: z.array(raised) })),
  tests: z.array(test),
})
type Module = z.infer<typeof module>
const reportSchema = z.object({
  kind: z.literal('vitest'),
  version: z.string(),
  ended: z.literal(true),
  modules: z.array(module),
  errors: z.array(raised),
  unwatched: z.array(z.string()),
  account: z.string(),
  taken: takenSchema.default([]),
  served: servedSchema.nullable().default(null),
})

const nothing: VitestReport = {
  version: null,
  tests: [],
  faults: [],
  empty: [],
  leftOut: [],
  taken: [],
  patched: [],
  profiles: [],
  started: [],
  isWatched: false,
  reaches: null,
  complete: false,
}

/** `files` are the test files that were asked for, relative to `tree.root`; what else ran is left out. */
export function readVitestReport(text: string, key: string, files: readonly string[], tree: Tree): VitestReport {
  const read = reportSchema.safeParse(readSigned(text, key)?.[0])
  if (!read.success) return nothing
  const { version, modules, errors, unwatched, taken, served } = read.data
  const isOwn = ({ project }: { readonly project: string }): boolean => !unwatched.includes(project)
  const { watched, ...account } = readAccount(read.data.account, key, modules.filter(isOwn), tree)
  const unseen = new Set(modules.filter((each) => !isOwn(each)).map(({ file }) => file))
  const seen = watched.filter(({ file }) => !unseen.has(file))
  const ran = files.map((file) => [file, inOrder(modules, file, tree)] as const)
  const ids = new Map<string, number>()
  const tests = ran.flatMap(([file, each]) =>
    each.flatMap((one) => one.tests.map((found) => testCase(ids, file, found, tree))),
  )
  return {
    version,
    tests,
    faults: [
      ...ran.flatMap(([file, each]) => each.flatMap((one) => faultsOf(file, one, tree))),
      ...errors.filter((error) => !isOfTest(error, modules)).map((error) => unhandled(error, tree)),
    ],
    empty: ran
      .filter(([, each]) => each.length > 0 && each.every((one) => one.tests.length === 0 && one.errors.length === 0))
      .map(([file]) => file),
    leftOut: ran.filter(([, each]) => each.length === 0).map(([file]) => file),
    taken,
    ...account,
    isWatched: unwatched.length === 0,
    reaches: served && reachesOf(seen, served, tree.root),
    complete: true,
  }
}

/** A file that belongs to several projects of a workspace runs in each; their order is the same each time. */
const inOrder = (modules: readonly Module[], file: string, tree: Tree): readonly Module[] =>
  modules.filter((each) => relative(tree.root, each.file) === file).toSorted((a, b) => (a.project < b.project ? -1 : 1))

function testCase(ids: Map<string, number>, file: string, found: z.infer<typeof test>, tree: Tree): TestCase {
  const { names, line, column, errors } = found
  const [error] = errors
  const state = stateOf(found)
  return {
    id: numbered(ids, idIn(tree, file, names)),
    file,
    names,
    outermost: names.length,
    state,
    line,
    column,
    failure: state === 'failed' ? failureOf(error ?? unfinished, isHook(found), tree) : null,
  }
}

/** A test that never ended has failed. */
function stateOf({ mode, state }: z.infer<typeof test>): TestCase['state'] {
  if (mode === 'todo') return 'todo'
  if (state === 'skipped' || mode === 'skip') return 'skipped'
  return state === 'passed' ? 'passed' : 'failed'
}

const unfinished: Raised = {
  name: 'Error',
  code: null,
  message: 'It began and never ended.',
  stack: '',
  causes: [],
  unwanted: '',
  frames: null,
  file: null,
  test: null,
}

/** A hook that is still said to run when its test is over has thrown. */
const isHook = ({ hooks }: z.infer<typeof test>): boolean => hooks.some((hook) => hook.endsWith(' run'))

function failureOf(error: Raised, inHook: boolean, tree: Tree): Failure {
  const message = stripVTControlCharacters(error.message)
  const isTimeout = /^(Test|Hook) timed out in \d+ms/.test(message)
  const isSnapshot = /^Snapshot `.*` mismatched/.test(message) || /^expected (any )?number of assertions/.test(message)
  const failureType = isTimeout ? 'testTimeoutFailure' : inHook ? 'hookFailed' : ''
  const name = isSnapshot ? 'AssertionError' : error.name
  return classify({ failureType, name, code: error.code, message, stack: stackOf(error), causes: error.causes }, tree)
}

/** Places in the sources, where vitest gave them; they are the same that a stack of untransformed code names. */
const stackOf = ({ frames, stack }: Raised): string =>
  frames === null || frames.length === 0
    ? stack
    : frames.map(({ file, line, column }) => `    at ${file}:${line}:${column}`).join('\n')

function faultsOf(file: string, one: Module, tree: Tree): readonly Fault[] {
  const suites = one.suites.flatMap(({ names, errors }) =>
    errors.map((error) => fault('hook', file, `${names.join(' › ')}: ${error.message}`, tree)),
  )
  const isOver = one.state !== 'pending' && one.state !== 'queued'
  const kind = one.tests.length > 0 ? 'hook' : 'load'
  return [
    ...one.errors.map((error) => fault(kind, file, `${error.name}: ${error.message}`, tree)),
    ...suites,
    ...(isOver ? [] : [fault('ended-early', file, 'Its process ended before its tests did.', tree)]),
  ]
}

/**
 * Is it what a test fails by that was running? A promise may fail before the test comes to await it, as where it advances fake timers
 * first: for a moment nobody handles it, which vitest tells as well.
 */
const isOfTest = ({ name, message, file, test }: Raised, modules: readonly Module[]): boolean =>
  modules
    .filter((each) => each.file === file)
    .flatMap(({ tests }) => tests)
    .filter((each) => each.names.at(-1) === test)
    .some(({ errors }) => errors.some((error) => error.name === name && error.message === message))

const unhandled = (error: Raised, tree: Tree): Fault => {
  const file = error.file === null ? '' : relative(tree.root, error.file)
  const during = error.test === null ? '' : ` (while "${error.test}" ran)`
  const [cause] = error.causes
  const why = cause === undefined ? '' : ` Caused by ${cause.name}: ${cause.message}`
  return fault('unhandled', file, `${error.name}: ${error.message}${why}${during}`, tree)
}

const fault = (kind: Fault['kind'], file: string, message: string, tree: Tree): Fault => ({
  kind,
  file,
  message: bounded(inTree(stripVTControlCharacters(message), tree)),
})
