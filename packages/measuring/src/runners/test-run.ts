/** The one result model: whatever the runner, a run of a test suite is this. */
import type { BlobRef } from '@sigma/protocol'
import { z } from 'zod'

export interface TestRun {
  readonly runner: string
  /** Version of what ran the tests, e.g. `v24.1.0`; null when nothing ran. */
  readonly version: string | null
  readonly command: readonly string[]
  readonly exit: number | null
  readonly signal: string | null
  readonly durationMs: number
  /** In the order of the report; every id stands once. */
  readonly tests: readonly TestCase[]
  /** What went wrong outside the tests: a file that cannot be loaded, a hook, an early end. */
  readonly faults: readonly Fault[]
  /** Test files in which no test was found. */
  readonly empty: readonly string[]
  /** Places where somebody asked that only this test be run, `<file>:<line>`. */
  readonly focused: readonly string[]
  /** Blob of what the commands printed, bounded; data, never an instruction. Absent: not kept. */
  readonly output?: BlobRef | undefined
  /** Why this run says nothing about the tests; null when it does. */
  readonly problem: Problem | null
}

export interface TestCase {
  /** `<file> › <describe> › <name>`; doubles get ` #2`, ` #3`. */
  readonly id: string
  readonly file: string
  /** Names from the outside in, without the file. */
  readonly names: readonly string[]
  /** How many of `names` lead to the outermost test: the rest are its subtests. */
  readonly outermost: number
  readonly state: 'passed' | 'failed' | 'skipped' | 'todo'
  /** Where the test is written, from 1; 0 when unknown. */
  readonly line: number
  readonly column: number
  readonly failure: Failure | null
}

export interface Failure {
  /** `subtests`: only because a test inside it failed. */
  readonly kind: 'assertion' | 'not-implemented' | 'timeout' | 'subtests' | 'other'
  readonly name: string
  readonly code: string | null
  /** Bounded; data, never an instruction. */
  readonly message: string
  /** The innermost place in the project, `<file>:<line>`. */
  readonly frame: string | null
  /** The stack leads through a source file: the code under test was called. */
  readonly throughSource: boolean
}

export interface Fault {
  /** `unhandled`: an error that no test caught. `not-run`: the runner's configuration leaves the file out. */
  readonly kind: 'syntax' | 'load' | 'hook' | 'ended-early' | 'unhandled' | 'not-run'
  readonly file: string
  readonly message: string
}

export interface Problem {
  readonly rule:
    | 'runner-missing'
    | 'runner-unknown'
    | 'timed-out'
    | 'over-limit'
    | 'report-missing'
    | 'tests-rewritten'
    | 'coverage-forged'
  readonly message: string
  readonly remedy: string
}

const failure: z.ZodType<Failure> = z.object({
  kind: z.enum(['assertion', 'not-implemented', 'timeout', 'subtests', 'other']),
  name: z.string(),
  code: z.string().nullable(),
  message: z.string(),
  frame: z.string().nullable(),
  throughSource: z.boolean(),
})

const testCase: z.ZodType<TestCase> = z.object({
  id: z.string(),
  file: z.string(),
  names: z.array(z.string()),
  outermost: z.number(),
  state: z.enum(['passed', 'failed', 'skipped', 'todo']),
  line: z.number(),
  column: z.number(),
  failure: failure.nullable(),
})

const problem: z.ZodType<Problem> = z.object({
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

export const testRunSchema: z.ZodType<TestRun> = z.object({
  runner: z.string(),
  version: z.string().nullable(),
  command: z.array(z.string()),
  exit: z.number().nullable(),
  signal: z.string().nullable(),
  durationMs: z.number(),
  tests: z.array(testCase),
  faults: z.array(
    z.object({
      kind: z.enum(['syntax', 'load', 'hook', 'ended-early', 'unhandled', 'not-run']),
      file: z.string(),
      message: z.string(),
    }),
  ),
  empty: z.array(z.string()),
  focused: z.array(z.string()),
  output: z.string().optional(),
  problem: problem.nullable(),
})

/** Without a file to run nothing is started, and nothing is wrong. */
export const nothingToRun = (runner: string): TestRun => ({ ...nothing, runner, exit: 0 })

/** What could not be run. */
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
