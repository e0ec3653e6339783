/**
 * What gates of any protocol are told of a project, and of what was judged before. The commit to judge is `check.commit`;
 * every judged commit comes back with evidence that a later gate can be given as its baseline.
 */
import { z } from 'zod'
import type { BlobRef } from './finding.ts'
import type { Percentages } from './wire/phase-event.ts'

/** How to test this project; globs are relative to the root, `!` takes away, later ones win. */
export interface Project {
  readonly runner: string
  /** The folder in which tests are started, relative to the root: the package of the configuration; '' for the root. */
  readonly folder: string
  readonly tests: readonly string[]
  readonly source: readonly string[]
  /** Files no agent may change: runner configuration, package scripts, lock files, snapshots, CI. */
  readonly guarded: readonly string[]
  /** Percent, 0 to 100; all 0 means not required (D4). */
  readonly coverage: Thresholds
  /** Limit of one run of the test command, and of one check of the project's own. */
  readonly checkLimitMs: number
  /**
   * What runs between phases: everything, only what a change reaches, or that only where the suite takes long (`auto`).
   * Absent: `auto`.
   */
  readonly scope?: 'auto' | 'all' | 'reached'
  /** Variables for tests; a value `$NAME` stands for the person's own. Absent: none. */
  readonly env?: Readonly<Record<string, string>>
  /** What lies beside the commit in the person's folder and is given to tests; `.git`: a repository. Absent: nothing. */
  readonly reads?: readonly string[]
  /** Arguments that Node is given for each test file, where the runner is Node's own; absent: none. */
  readonly node?: readonly string[]
  /** Whoever writes tests holds some back from whoever writes code: the same behaviours with other inputs. Absent: nobody does. */
  readonly held?: true
  /** Commands by which the project checks itself beside its tests, each without need of a shell; absent: none. */
  readonly checks?: readonly string[]
  /** How mutants are planted in what a change wrote, where a run wants that; absent: in no run. */
  readonly mutants?: Mutants
  /** Percent of the calls of new tests that have to be made again where no test is; absent: nobody said. */
  readonly replayed?: number
  /** How strong the tests of each changed file have to be; absent: nobody said. */
  readonly strength?: StrengthFloor
}

/** As a type, not an interface, so that it is a JSON object. */
export type StrengthFloor = {
  /** Percent of the mutants of a file that tests have to notice, where they did not notice as few before. */
  readonly least: number
  readonly limitMs: number
}

/** As a type, not an interface, so that it is a JSON object. */
export type Mutants = {
  /**
   * A program that plants mutants in lines that it is told, and reports what tests notice, in the mutation-testing report schema.
   * Without need of a shell; the lines are appended, as Stryker takes them. Null: Sigma plants them itself.
   */
  readonly command: string | null
  /** Where it leaves its report, relative to the project's folder. */
  readonly report: string
  /** Percent of the mutants that tests have to notice. */
  readonly least: number
  readonly limitMs: number
  /** Mutants that need not be noticed, by a person's word; absent: none. */
  readonly waived?: readonly WaivedMutant[]
}

/** A mutant that behaves as the source does, as a person says, wherever it stands in the file. */
export type WaivedMutant = {
  /** From the top of the repository. */
  readonly file: string
  readonly was: string
  readonly becomes: string
  readonly reason: string
}

const globs = z.array(z.string().min(1)).readonly()
const percent = z.number().min(0).max(100)

/** A project as the input of a run has it. */
export const projectSchema = z.object({
  runner: z.string().min(1),
  folder: z.string(),
  tests: globs,
  source: globs,
  guarded: globs,
  coverage: z.object({ lines: percent, functions: percent, branches: percent, statements: percent }),
  checkLimitMs: z.int().positive(),
  scope: z.enum(['auto', 'all', 'reached']).exactOptional(),
  env: z.record(z.string(), z.string()).readonly().exactOptional(),
  reads: globs.exactOptional(),
  node: globs.exactOptional(),
  held: z.literal(true).exactOptional(),
  checks: z.array(z.string().min(1)).readonly().exactOptional(),
  mutants: z
    .object({
      command: z.string().min(1).nullable(),
      report: z.string().min(1),
      least: percent,
      limitMs: z.int().positive(),
      waived: z
        .array(z.object({ file: z.string(), was: z.string(), becomes: z.string(), reason: z.string() }))
        .readonly()
        .exactOptional(),
    })
    .exactOptional(),
  replayed: percent.exactOptional(),
  strength: z.object({ least: percent, limitMs: z.int().positive() }).exactOptional(),
})

/** The required coverage of each kind. */
export type Thresholds = Percentages

/** An earlier state that was judged, with the test runs seen there. */
export interface Baseline {
  readonly commit: string
  /** Null: nothing judged there yet; the gate runs the tests of that commit itself. */
  readonly evidence: BlobRef | null
}

/**
 * Where a branch of the user's repository was found: it stands where it stood, has grown from there, was set to a commit that did not
 * grow from it, or is gone. As a type, not an interface, so that it is a JSON object.
 */
export type BaseFound =
  | { readonly stands: 'still' | 'gone' }
  | { readonly stands: 'ahead' | 'elsewhere'; readonly head: string }

/** As it comes back from whoever looked. */
export const baseFoundSchema: z.ZodType<BaseFound> = z.union([
  z.object({ stands: z.enum(['still', 'gone']) }),
  z.object({ stands: z.enum(['ahead', 'elsewhere']), head: z.string().min(1) }),
])

const example = 'b'.repeat(40)

/** One of each, for whoever explores what follows. */
export const sampleBases: readonly BaseFound[] = [
  { stands: 'still' },
  { stands: 'ahead', head: example },
  { stands: 'elsewhere', head: example },
  { stands: 'gone' },
]
