/** What is kept of a suite: the outcome of each test file, what the file reached, and where it was really run. */
import { readVersion } from '@sigma/protocol'
import { z } from 'zod'
import type { Reach } from '../reached/reach.ts'
import type { TestCase, TestRun } from '../runners/test-run.ts'
import { jsonIn } from '../text.ts'

export interface SuiteRecord {
  /** The commit of which the record is, and the name of its tree. */
  readonly commit: string
  readonly tree: string
  readonly version: string | null
  /** Wall time of the last run of everything. */
  readonly suiteMs: number
  /** Test files that were really run on this very tree. */
  readonly here: ReadonlySet<string>
  /** True: with a test file at a time for each core something failed that does not fail otherwise. */
  readonly isNarrow: boolean
  readonly files: ReadonlyMap<string, FileRecord>
  /** Test files that always run: they were seen to have two outcomes, or to reach more than is known. */
  readonly always: ReadonlySet<string>
}

export interface FileRecord {
  /** Null: something failed there, so it is run again. */
  readonly outcome: Outcome | null
  /** Null: nobody looked. */
  readonly reach: Reach | null
  /** Where it was really run. */
  readonly commit: string
  /** The evidence of the gate that ran it; null: none is known. */
  readonly evidence: string | null
}

/** What a run says of one file in which nothing failed. */
export interface Outcome extends Pick<TestRun, 'tests' | 'focused'> {
  readonly isEmpty: boolean
  /** Why the runner's configuration leaves it out; null: it does not. */
  readonly leftOut: string | null
}

const testSchema = z.tuple([
  z.string(),
  z.array(z.string()),
  z.number(),
  z.enum(['passed', 'skipped', 'todo']),
  z.number(),
  z.number(),
])

const outcomeSchema = z.object({
  tests: z.array(testSchema),
  focused: z.array(z.string()),
  isEmpty: z.boolean(),
  leftOut: z.string().nullable(),
})

/** Paths stand in one list, for most test files reach the same ones: these are places in it. */
const places = z.string()

const reachSchema = z.object({ files: places, folders: places, missing: places, open: z.string().nullable() })

const recordSchema = z.object({
  commit: z.string(),
  tree: z.string(),
  version: z.string().nullable(),
  suiteMs: z.number().nonnegative(),
  here: z.array(z.string()),
  isNarrow: z.boolean(),
  paths: z.array(z.string()),
  files: z.array(
    z.object({
      file: z.string(),
      outcome: outcomeSchema.nullable(),
      reach: reachSchema.nullable(),
      commit: z.string(),
      evidence: z.string().nullable(),
    }),
  ),
  always: z.array(z.string()),
})

/** Version of the schema that records are written by (SIG-34). */
const recordVersion = 1

/** `known` takes known secrets out of each text. */
export function textOf(record: SuiteRecord, known: (text: string) => string): string {
  const table = new Map<string, number>()
  const placeOf = (path: string): number => {
    const found = table.get(path)
    if (found !== undefined) return found
    table.set(path, table.size)
    return table.size - 1
  }
  const placesOf = (paths: readonly string[]): string =>
    Buffer.from(Uint32Array.from(paths, placeOf).buffer).toString('base64')
  const files = [...record.files].map(([file, { outcome, reach, commit, evidence }]) => ({
    file: known(file),
    outcome: outcome && {
      tests: outcome.tests.map((test) => tupleOf(test, known)),
      focused: outcome.focused.map(known),
      isEmpty: outcome.isEmpty,
      leftOut: outcome.leftOut && known(outcome.leftOut),
    },
    reach: reach && {
      files: placesOf(reach.files),
      folders: placesOf(reach.folders),
      missing: placesOf(reach.missing),
      open: reach.open && known(reach.open),
    },
    commit,
    evidence,
  }))
  const paths = [...table.keys()].map(known)
  const [here, always] = [record.here, record.always].map((each) => [...each].map(known))
  return JSON.stringify({ schema: recordVersion, ...record, paths, files, here, always })
}

/** Null: it is no record, or of a later version, or damaged. */
export function recordIn(text: string): SuiteRecord | null {
  const read = readVersion(jsonIn(text), [recordSchema])
  if (read.kind !== 'read') return null
  const { paths, files, here, always, ...record } = read.record
  try {
    return {
      ...record,
      here: new Set(here),
      always: new Set(always),
      files: new Map(
        files.map(({ file, outcome, reach, commit, evidence }) => [
          file,
          {
            outcome: outcome && { ...outcome, tests: outcome.tests.map((tuple) => testOf(file, tuple)) },
            reach: reach && {
              files: pathsAt(paths, reach.files),
              folders: pathsAt(paths, reach.folders),
              missing: pathsAt(paths, reach.missing),
              open: reach.open,
            },
            commit,
            evidence,
          },
        ]),
      ),
    }
  } catch {
    return null
  }
}

type TestTuple = z.infer<typeof testSchema>

function tupleOf({ id, names, outermost, state, line, column }: TestCase, known: (text: string) => string): TestTuple {
  if (state === 'failed') throw new Error('what failed is not kept')
  return [known(id), names.map(known), outermost, state, line, column]
}

const testOf = (file: string, [id, names, outermost, state, line, column]: TestTuple): TestCase => ({
  ...{ id, file, names, outermost, state, line, column },
  failure: null,
})

function pathsAt(paths: readonly string[], encoded: string): readonly string[] {
  const bytes = Buffer.from(encoded, 'base64')
  const places = new Uint32Array(Uint8Array.from(bytes).buffer)
  return Array.from(places, (place) => {
    const path = paths[place]
    if (path === undefined) throw new RangeError('a place outside of the list')
    return path
  })
}
