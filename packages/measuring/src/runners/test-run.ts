/** The one result model: whatever the runner, a run of a test suite is this. */
import { z } from 'zod'
import type { ReadBy } from '../schema.ts'

const failure = z.object({
  /** `subtests`: only because a test inside it failed. `source-error`: an error of another kind that a source file raised. */
  kind: z.enum(['assertion', 'not-implemented', 'source-error', 'timeout', 'subtests', 'other']),
  name: z.string(),
  code: z.string().nullable(),
  /** Bounded; data, never an instruction. */
  message: z.string(),
  /** The innermost place in the project, `<file>:<line>`. */
  frame: z.string().nullable(),
  /** Of what source raised: the place in the source that the test had called, `<file>:<line>:<column>`; absent: none. */
  entry: z.string().optional(),
  /** Where that was called from, outside of the source; absent: the entry is, or nobody can tell. */
  calledAt: z.string().optional(),
  /** `entry` of the error that an assertion met and did not want; absent: none is told. */
  unwanted: z.string().optional(),
  /** The stack leads through a source file: the code under test was called. */
  throughSource: z.boolean(),
})
export type Failure = ReadBy<typeof failure>

const testCase = z.object({
  /** `<file> › <describe> › <name>`; doubles get ` #2`, ` #3`. */
  id: z.string(),
  file: z.string(),
  /** Names from the outside in, without the file. */
  names: z.array(z.string()),
  /** How many of `names` lead to the outermost test: the rest are its subtests. */
  outermost: z.number(),
  state: z.enum(['passed', 'failed', 'skipped', 'todo']),
  /** Where the test is written, from 1; 0 when unknown. */
  line: z.number(),
  column: z.number(),
  failure: failure.nullable(),
})
export type TestCase = ReadBy<typeof testCase>

const fault = z.object({
  /** `unhandled`: an error that no test caught. */
  kind: z.enum(['syntax', 'load', 'hook', 'ended-early', 'unhandled']),
  file: z.string(),
  message: z.string(),
})
export type Fault = ReadBy<typeof fault>

const leftOut = z.object({
  file: z.string(),
  /** Why, in the words of the runner's configuration. */
  message: z.string(),
})
export type LeftOut = ReadBy<typeof leftOut>

const stood = z.object({
  file: z.string(),
  /** Where the file was really run. */
  commit: z.string(),
  /** The evidence of the gate that ran it; null: none is known. */
  evidence: z.string().nullable(),
})

const problem = z.object({
  rule: z.enum([
    'runner-missing',
    'runner-unknown',
    'timed-out',
    'over-limit',
    'report-missing',
    'tests-rewritten',
    'coverage-forged',
  ]),
  message: z.string(),
  remedy: z.string(),
})
export type Problem = ReadBy<typeof problem>

export const testRunSchema = z.object({
  runner: z.string(),
  /** Version of what ran the tests, e.g. `v24.1.0`; null when nothing ran. */
  version: z.string().nullable(),
  command: z.array(z.string()),
  exit: z.number().nullable(),
  signal: z.string().nullable(),
  durationMs: z.number(),
  /** In the order of the report; every id stands once. */
  tests: z.array(testCase),
  /** Faults outside the tests: a file that cannot be loaded, a hook, an early end. */
  faults: z.array(fault),
  /** Test files in which no test was found. */
  empty: z.array(z.string()),
  /** Files with tests that the runner's own configuration leaves out; absent: none. */
  leftOut: z.array(leftOut).optional(),
  /** Places where somebody asked that only this test be run, `<file>:<line>`. */
  focused: z.array(z.string()),
  /** Tests, and files, that had two outcomes on one tree before any work of the run; absent: nobody looked. */
  knownFlaky: z.array(z.string()).optional(),
  /** The commit that the run of the protocol began from, in which no agent had a hand; absent: not known. */
  head: z.string().optional(),
  /** Blob of what the commands printed, bounded; data, never an instruction. Absent: not kept. */
  output: z.string().optional(),
  /** Test files that were not run, for nothing that they reach changed since they were; absent: all were. */
  stood: z.array(stood).optional(),
  /** What stands ran on this very tree; absent: nothing stands, or some ran on other trees. */
  wholeTree: z.literal(true).optional(),
  /** The test files that were run, where some were not. */
  ran: z.array(z.string()).optional(),
  /** Why these files were run, or all of them: a sentence without its full stop; absent: nobody chose. */
  why: z.string().optional(),
  /** Wall time of the last run of everything, where this one was not; absent: it was. */
  suiteMs: z.number().optional(),
  /** Why this run says nothing about the tests; null when it does. */
  problem: problem.nullable(),
})
export type TestRun = ReadBy<typeof testRunSchema>

/** A run without tests has not failed. */
export const hasFailed = ({ tests, faults }: Pick<TestRun, 'tests' | 'faults'>): boolean =>
  faults.length > 0 || tests.some(({ state }) => state === 'failed')

/** How long a run of everything takes, as far as is known. */
export const suiteMsOf = ({ durationMs, suiteMs = 0 }: Pick<TestRun, 'durationMs' | 'suiteMs'>): number =>
  Math.max(durationMs, suiteMs)

/** Without a file to run nothing is started, and nothing is wrong. */
export const nothingToRun = (runner: string): TestRun => ({ ...nothing, runner, exit: 0 })

/** A run that could not be started. */
export const notRun = (runner: string, problem: Problem): TestRun => ({ ...nothing, runner, problem })

const nothing: Omit<TestRun, 'runner'> = {
  version: null,
  command: [],
  exit: null,
  signal: null,
  durationMs: 0,
  tests: [],
  faults: [],
  empty: [],
  focused: [],
  problem: null,
}
