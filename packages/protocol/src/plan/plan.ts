import type { JsonObject } from '../json.ts'

/** A plan, whichever form it was written in (DPTR-64 to DPTR-66). */
export interface Plan {
  /** Null where the plan does not say; only the JSON form can. */
  readonly module: string | null
  /** In plan order; the number on the wire is the position, from 1. */
  readonly cycles: readonly PlanCycle[]
  readonly batches: readonly PlanBatch[]
  /** Keys that Sigma does not know, as they were. */
  readonly extra: JsonObject
}

export interface PlanCycle {
  /** `TDD₁` is read as `TDD_1`; any other id is as the plan has it. */
  readonly id: string
  readonly title: string
  /** Names of interfaces of the design, at least one. */
  readonly interfaces: readonly string[]
  /** Paths or globs relative to the root; empty: wherever the configuration allows. */
  readonly files: readonly string[]
  /** Ids of cycles of earlier batches. */
  readonly needs: readonly string[]
  /** Obsolete tests that may go, or be changed, in RED: `file > describe > name`, a file, or a glob of files. */
  readonly replaces: readonly string[]
  readonly extra: JsonObject
}

export interface PlanBatch {
  readonly parallel: Parallel
  readonly cycles: readonly string[]
  readonly extra: JsonObject
}

export type Parallel = 1 | 2 | 3

export type PlanForm = 'batches' | 'json'

/** A fault of a plan or design, and its line. */
export interface PlanFault {
  /** Stable, kebab-case, e.g. `file-shared`. */
  readonly rule: string
  /** From 1. */
  readonly line: number
  readonly message: string
  readonly remedy: string
}

export interface PlanFaults {
  readonly kind: 'faults'
  /** At least one, by line. */
  readonly faults: readonly PlanFault[]
}

export function planFaults(faults: readonly PlanFault[]): PlanFaults {
  return { kind: 'faults', faults: [...faults].sort((left, right) => left.line - right.line) }
}

/** Line of each cycle by id, for faults found later. */
export type CycleLines = Readonly<Record<string, number>>
