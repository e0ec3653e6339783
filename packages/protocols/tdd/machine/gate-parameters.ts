/** What the TDD loop hands to its gates: the parameters of its `check` effects, and what comes back beside the verdict. */
import { projectSchema as project } from '@sigma/protocol'
import { z } from 'zod'
import { baselineSchema as baseline, replacedSchema } from './input.ts'

export type GateName =
  | 'baseline'
  | 'phase0'
  | 'red'
  | 'green'
  | 'refactor'
  | 'together'
  | 'combined'
  | 'joint'
  | 'demands'
  | 'base'

const texts = z.array(z.string()).readonly()

/** The suite as it stands before any work: all that later gates compare with. */
export const baselineParameters = z.object({
  project,
  /** Tests that the plan calls obsolete, by the id of the cycle that replaces them; absent: none. */
  replaces: z.array(z.object({ cycle: z.string(), tests: replacedSchema })).optional(),
})
export type BaselineParameters = z.infer<typeof baselineParameters>

/** What the gate `baseline` found beside its findings; lists are cut, numbers are whole. */
export const baselineFound = z.object({
  /** Tests that fail, and files that cannot be run whole, but for those that are flaky. */
  failing: z.int().min(0),
  /** Tests, or files, with two outcomes on the same tree. */
  flaky: texts,
  /** Test files that the runner leaves out by its own configuration. */
  leftOut: z.array(z.object({ file: z.string(), message: z.string() })).readonly(),
})
export type BaselineFound = z.infer<typeof baselineFound>

/** Interfaces exist as designed, everything loads, no test touched, what passed still passes (DPTR-78). */
export const phase0Parameters = z.object({
  project,
  before: baseline,
  /** Declarations as the design has them, one each. */
  interfaces: texts,
})
export type Phase0Parameters = z.infer<typeof phase0Parameters>

/** New tests exist and each fails for the right reason (SIG-36 to SIG-39). */
export const redParameters = z.object({
  project,
  before: baseline,
  /** Where this cycle's tests may lie. */
  tests: texts,
  /** Names of the interfaces under test. */
  interfaces: texts,
  /** Take the files under `project.source` from this commit instead: measures a test adjusted after work began. */
  sourceFrom: z.string().nullable(),
  /** Obsolete tests, which may go or be changed; absent: none. */
  replaces: replacedSchema.optional(),
})
export type RedParameters = z.infer<typeof redParameters>

/** The RED tests pass, all pass, none vanished, none newly skipped, tests and guarded files untouched, coverage met. */
export const greenParameters = z.object({
  project,
  before: baseline,
  /** The accepted RED state; its evidence names the tests that must now pass. */
  red: baseline,
  /** The design, a blob: whether it names state. Absent: nobody says, and calls may depend on those before. */
  design: z.string().optional(),
})
export type GreenParameters = z.infer<typeof greenParameters>

/** Still green after a refactoring of tests or implementation (SIG-46). */
export const refactorParameters = z.object({
  project,
  before: baseline,
  of: z.enum(['tests', 'implementation']),
  /**
   * Reviewers wanted a change, or the combination with other cycles needs one: what got harder to follow by it, and what tests
   * demand no more, is told, not refused (SIG-45). Absent: nobody asked.
   */
  asked: z.literal(true).optional(),
})
export type RefactorParameters = z.infer<typeof refactorParameters>

/** The whole suite passes on the combination of a slice's cycles (DPTR-88, DPTR-101). */
export const combinedParameters = z.object({
  project,
  cycles: z.array(z.object({ name: z.string(), accepted: baseline })).readonly(),
  /** The work was carried over from one commit to another: what other people changed between is theirs to answer for. */
  moved: z.object({ from: z.string(), to: z.string() }).optional(),
  /** What the project's own checks said there was there before the work; absent: the project has none. */
  head: baseline.optional(),
  /** The commit since which mutants are planted in what was written; absent: none are. */
  mutantsSince: z.string().optional(),
  /** Why mutants that no test notices need not be noticed, by a person's word; absent: nobody said so. */
  waiver: z.string().optional(),
  /** The commit since which files were changed whose tests have to be strong; absent: none have to. */
  strengthSince: z.string().optional(),
})
export type CombinedParameters = z.infer<typeof combinedParameters>

/** The same of the work of several runs, for the run that began them. */
export const jointParameters = z.object({
  project,
  /** What the parts are called, e.g. `module`. */
  unit: z.string(),
  parts: z
    .array(
      z.object({
        name: z.string(),
        accepted: baseline,
        /** Where its work began: tests that were there, and are no more, went by its own plan. */
        from: baseline,
      }),
    )
    .readonly(),
  moved: combinedParameters.shape.moved,
  head: baseline.optional(),
})
export type JointParameters = z.infer<typeof jointParameters>

/** How a check of the project's own stands, beside the verdict of `combined`; `why`: the check cannot be run or compared, and why. */
const checkStanding = z.object({
  command: z.string(),
  stands: z.enum(['passes', 'fails', 'grew', 'broken', 'failed-before', 'unclear', 'cannot-run']),
  why: z.string().nullable(),
  /** New findings in what the work changed that say what stood at HEAD for some file; absent: none. */
  asAtHead: z.number().exactOptional(),
})
export type CheckStanding = z.infer<typeof checkStanding>

/** What the gate `combined` found of the project's own checks; absent: it has none, or a test failed before. */
export const checksFound = z.object({ checks: z.array(checkStanding).exactOptional() })
export type ChecksFound = z.infer<typeof checksFound>

/** What the gate `combined` found of mutants of the lines that the work changed; absent: none were planted. */
export const mutantsFound = z.object({
  mutants: z
    .object({
      noticed: z.int().min(0),
      survived: z.int().min(0),
      /** Ignored by the project's settings, or no program that runs. */
      leftOut: z.int().min(0),
      /** Mutants for which there was no time; absent: none. */
      untried: z.int().min(0).exactOptional(),
      /** Mutants that a person said need not be noticed; absent: none. */
      waived: z.int().min(0).exactOptional(),
      /** Why nothing is known of them; absent: something is. */
      why: z.string().exactOptional(),
      least: z.number(),
      durationMs: z.number(),
    })
    .exactOptional(),
})
export type MutantsFound = z.infer<typeof mutantsFound>

const provedCycle = z.object({
  name: z.string(),
  /** Its RED. */
  accepted: baseline,
  /** What the cycle ended with, before it was combined. */
  now: baseline,
})
export type ProvedCycle = z.infer<typeof provedCycle>

/**
 * The tests of each cycle as they were accepted, over the combination in which its work ended: they still pass. What is
 * demanded no more is told either way, as `DemandsFound`.
 */
export const demandsParameters = z.object({ project, cycles: z.array(provedCycle).readonly() })
export type DemandsParameters = z.infer<typeof demandsParameters>

/** What tests demanded as they were accepted, and what became of it. */
export const changedDemand = z.object({
  file: z.string(),
  /** Empty: the whole file. */
  test: z.string(),
  /** As written; null where nothing was, or is, to be read. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Name of the cycle. */
  cycle: z.string(),
  /** `replaced`: by the plan; `renamed`: the same test under the name or in the file of `after`. */
  how: z.enum(['dropped', 'weakened', 'changed', 'switched off', 'unread', 'replaced', 'renamed']),
})
export type ChangedDemand = z.infer<typeof changedDemand>

/** What the gate `demands` found. */
export const demandsFound = z.object({
  /** Names of the cycles whose accepted tests do not pass; none where nobody can tell. */
  failing: texts,
  changes: z.array(changedDemand).max(500).readonly(),
})
export type DemandsFound = z.infer<typeof demandsFound>

/** Looks where a branch of the user's repository stands; it passes whenever that can be told. */
export const baseParameters = z.object({
  /** Full name, e.g. `refs/heads/main`. */
  target: z.string(),
  /** The commit that the run began from. */
  from: z.string(),
})
export type BaseParameters = z.infer<typeof baseParameters>
