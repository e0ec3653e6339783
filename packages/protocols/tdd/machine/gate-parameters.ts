/** What the TDD loop hands to its gates: the parameters of its `check` effects, and what comes back beside the verdict. */
import type { Baseline, Project } from '@sigma/protocol'

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
