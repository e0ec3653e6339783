/** Reads what `node-test-reporter.mjs` told of. */
import { relative, resolve } from 'node:path'
import { z } from 'zod'
import type { Reaches } from '../reached/reach.ts'
import { bounded } from '../text.ts'
import { classify, errorSchema } from './failure.ts'
import type { Counters } from './profiles.ts'
import { numbered } from './test-files.ts'
import type { Fault, TestCase } from './test-run.ts'
import { idIn, inTree, type Tree } from './tree.ts'

export interface Report extends Counters {
  readonly version: string | null
  readonly tests: readonly TestCase[]
  readonly faults: readonly Fault[]
  readonly empty: readonly string[]
  /** Parts of the test runner and its assertions that the tested code changed. */
  readonly patched: readonly string[]
  readonly reached: Reaches
  /** The reporter wrote its last line; without it the report says nothing. */
  readonly complete: boolean
}

const place = { file: z.string(), writtenIn: z.string(), name: z.string(), nesting: z.number() }
const raised = errorSchema.extend({
  failureType: z.string(),
  exit: z.number().nullable(),
  signal: z.string().nullable(),
})
const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), version: z.string() }),
  z.object({ kind: z.literal('start'), ...place }),
  z.object({
    kind: z.literal('done'),
    ...place,
    line: z.number(),
    column: z.number(),
    passed: z.boolean(),
    skip: z.boolean(),
    todo: z.boolean(),
    suite: z.boolean(),
    error: raised.nullable(),
  }),
  z.object({ kind: z.literal('patched'), what: z.string() }),
  z.object({ kind: z.literal('profile'), name: z.string(), sha256: z.string(), isAlone: z.boolean() }),
  z.object({ kind: z.literal('started'), processes: z.number(), workers: z.number() }),
  z.object({
    kind: z.literal('reached'),
    ...{ file: z.string(), open: z.string().nullable() },
    ...{ files: z.array(z.string()), folders: z.array(z.string()), missing: z.array(z.string()) },
  }),
  z.object({ kind: z.literal('stderr'), file: z.string(), text: z.string() }),
  z.object({ kind: z.literal('close') }),
])
type Line = z.infer<typeof lineSchema>
type Done = Extract<Line, { kind: 'done' }>

/**
 * `values` are the lines, null where they are not to be believed; one that is none of the reporter's spoils them all. `files`
 * are the test files that were asked for, relative to `tree.root`.
 */
export function readReport(values: readonly unknown[] | null, files: readonly string[], tree: Tree): Report {
  const lines = z.array(lineSchema).safeParse(values).data ?? []
  const all = <Kind extends Line['kind']>(kind: Kind) => lines.filter((line) => isOf(line, kind))
  const pathInTree = (path: string): string => relative(tree.root, resolve(tree.root, tree.folder, path))
  const asked = new Set(files)
  const stderr = new Map(all('stderr').map(({ file, text }) => [pathInTree(file), inTree(text, tree)]))
  const found: Found[] = []
  const faults: Fault[] = []
  const empty: string[] = []
  const failedToLoad: Done[] = []
  // Events of a file come in order, so the names that are open are the path to the next test.
  const open = new Map<string, readonly string[]>()
  for (const line of lines) {
    if (line.kind !== 'start' && line.kind !== 'done') continue
    const file = pathInTree(line.file)
    const above = (open.get(file) ?? []).slice(0, line.nesting)
    const names = [...above, line.name]
    open.set(file, line.kind === 'start' ? names : above)
    if (line.kind === 'start') continue
    const isFile = line.nesting === 0 && asked.has(file) && pathInTree(line.name) === file
    if (!isFile) found.push({ file, names, line })
    else if (line.passed) empty.push(file)
    else failedToLoad.push(line)
  }
  for (const line of failedToLoad) faults.push(loadFault(pathInTree(line.file), line, stderr, found))
  for (const [file, names] of open) {
    if (names.length > 0)
      faults.push({ kind: 'ended-early', file, message: `${names.join(' › ')} began and never ended.` })
  }
  const suites = new Set(found.filter(({ line }) => line.suite).map(keyOf))
  const ids = new Map<string, number>()
  const tests: TestCase[] = []
  for (const entry of found) {
    const failure = entry.line.error === null || entry.line.passed ? null : classify(entry.line.error, tree)
    if (entry.line.suite && !entry.line.skip && !entry.line.todo) {
      if (failure !== null && failure.kind !== 'subtests') {
        faults.push({ kind: 'hook', file: entry.file, message: `${entry.names.join(' › ')}: ${failure.message}` })
      }
      continue
    }
    tests.push({
      id: numbered(ids, idIn(tree, entry.file, entry.names)),
      file: entry.file,
      names: entry.names,
      outermost: outermostOf(entry, suites),
      state: stateOf(entry.line),
      line: pathInTree(entry.line.writtenIn) === entry.file ? entry.line.line : 0,
      column: entry.line.column,
      failure,
    })
  }
  return {
    version: all('open').at(-1)?.version ?? null,
    tests,
    faults,
    empty,
    patched: [...new Set(all('patched').map(({ what }) => what))],
    // A process leaves one profile; where there are more, somebody else wrote them.
    profiles: all('profile').filter(({ isAlone }) => isAlone),
    started: all('started'),
    reached: new Map(all('reached').map(({ kind: _, file, ...reach }) => [pathInTree(file), reach])),
    complete: all('close').length > 0,
  }
}

const isOf = <Kind extends Line['kind']>(line: Line, kind: Kind): line is Extract<Line, { kind: Kind }> =>
  line.kind === kind

interface Found {
  readonly file: string
  readonly names: readonly string[]
  readonly line: Done
}

const keyOf = ({ file, names }: Pick<Found, 'file' | 'names'>): string => [file, ...names].join('\0')

function stateOf(line: Done): TestCase['state'] {
  if (line.skip) return 'skipped'
  if (line.todo) return 'todo'
  return line.passed ? 'passed' : 'failed'
}

function outermostOf({ file, names }: Found, suites: ReadonlySet<string>): number {
  let depth = 1
  while (depth < names.length && suites.has(keyOf({ file, names: names.slice(0, depth) }))) depth += 1
  return depth
}

/** The process of a file failed: while loading it, or after its tests had begun. */
function loadFault(file: string, line: Done, stderr: ReadonlyMap<string, string>, found: readonly Found[]): Fault {
  const output = stderr.get(file)?.trim() ?? ''
  const named = output.split('\n').find((text) => /^\w*(Error|Exception)\b.*:/.test(text))
  const how = line.error?.signal ?? (line.error?.exit == null ? 'its process failed' : `exit ${line.error.exit}`)
  const began = found.some((entry) => entry.file === file)
  const kind = began || line.error?.exit === 0 || (named === undefined && output === '') ? 'ended-early' : 'load'
  const said = named ?? (output === '' && line.error?.exit === 0 ? 'Its process ended before its tests did.' : output)
  return { kind, file, message: bounded([said, `(${how})`].join(' ').trim()) }
}
