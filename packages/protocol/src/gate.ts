/**
 * What a protocol hands to a gate: the parameters of its `check` effects. The commit to judge is `check.commit`;
 * every judged commit comes back with evidence that a later gate can be given as its baseline.
 */
import type { BlobRef } from './finding.ts'

/** How to test this project; globs are relative to the root, `!` takes away, later ones win. */
export interface Project {
  readonly runner: string
  /** Where the tests are started, relative to the root: the package that the configuration lies in; '' for the root. */
  readonly folder: string
  readonly tests: readonly string[]
  readonly source: readonly string[]
  /** Files no agent may change: runner configuration, package scripts, lock files, snapshots, CI. */
  readonly guarded: readonly string[]
  /** Percent, 0 to 100; all 0 means not required (D4). */
  readonly coverage: Thresholds
  /** Limit of one run of the test command. */
  readonly checkLimitMs: number
}

export interface Thresholds {
  readonly lines: number
  readonly functions: number
  readonly branches: number
  readonly statements: number
}

/** An earlier state that was judged, with the test runs seen there. */
export interface Baseline {
  readonly commit: string
  /** Null: nothing judged there yet; the gate runs the tests of that commit itself. */
  readonly evidence: BlobRef | null
}

export type GateName = 'phase0' | 'red' | 'green' | 'refactor' | 'combined' | 'demands' | 'base'

/** Interfaces exist as designed, everything loads, no test touched, what passed still passes (DPTR-78). */
export interface Phase0Parameters {
  readonly project: Project
  readonly before: Baseline
  /** Declarations as the design has them, one each. */
  readonly interfaces: readonly string[]
}

/** New tests exist and each fails for the right reason (SIG-36 to SIG-39). */
export interface RedParameters {
  readonly project: Project
  readonly before: Baseline
  /** Where this cycle's tests may lie. */
  readonly tests: readonly string[]
  /** Names of the interfaces under test. */
  readonly interfaces: readonly string[]
  /** Take the files under `project.source` from this commit instead: measures a test adjusted after work began. */
  readonly sourceFrom: string | null
}

/** The RED tests pass, all pass, none vanished, none newly skipped, tests and guarded files untouched, coverage met. */
export interface GreenParameters {
  readonly project: Project
  readonly before: Baseline
  /** The accepted RED state; its evidence names the tests that must now pass. */
  readonly red: Baseline
}

/** Still green after a refactoring of tests or implementation (SIG-46). */
export interface RefactorParameters {
  readonly project: Project
  readonly before: Baseline
  readonly of: 'tests' | 'implementation'
  /**
   * Reviewers wanted a change, or the combination with other cycles needs one: what got harder to follow by it, and what tests
   * demand no more, is told, not refused (SIG-45). Absent: nobody asked.
   */
  readonly asked?: true | undefined
}

/** The whole suite passes on the combination of a slice's cycles (DPTR-88, DPTR-101). */
export interface CombinedParameters {
  readonly project: Project
  readonly cycles: readonly CombinedCycle[]
  /** The work was carried over from one commit to another: what other people changed between is theirs to answer for. */
  readonly moved?: { readonly from: string; readonly to: string } | undefined
}

export interface CombinedCycle {
  readonly name: string
  readonly accepted: Baseline
}

/**
 * The tests of each cycle as they were accepted, over the combination in which its work ended: they still pass. What is
 * demanded no more is told either way, as `DemandsFound`.
 */
export interface DemandsParameters {
  readonly project: Project
  readonly cycles: readonly ProvedCycle[]
}

export interface ProvedCycle extends CombinedCycle {
  /** What the cycle ended with, before it was combined; `accepted` is its RED. */
  readonly now: Baseline
}

/** What the gate `demands` found. As a type, not an interface, so that it is a JSON object. */
export type DemandsFound = {
  /** Names of the cycles whose accepted tests do not pass; none where nobody can tell. */
  readonly failing: readonly string[]
  readonly changes: readonly ChangedDemand[]
}

/** What tests demanded as they were accepted, and what became of it. */
export type ChangedDemand = {
  /** Name of the cycle. */
  readonly cycle: string
  readonly file: string
  /** Empty: the whole file. */
  readonly test: string
  readonly how: 'dropped' | 'weakened' | 'changed' | 'switched off' | 'unread'
  /** As written; null where nothing was, or is, to be read. */
  readonly before: string | null
  readonly after: string | null
}

/** Looks where a branch of the user's repository stands; it passes whenever that can be told. */
export interface BaseParameters {
  /** Full name, e.g. `refs/heads/main`. */
  readonly target: string
  /** The commit that the run began from. */
  readonly from: string
}

/**
 * What the gate `base` found: the branch stands where it stood, has grown from there, was set to a commit that did not
 * grow from it, or is gone. As a type, not an interface, so that it is a JSON object.
 */
export type BaseFound =
  | { readonly stands: 'still' | 'gone' }
  | { readonly stands: 'ahead' | 'elsewhere'; readonly head: string }
