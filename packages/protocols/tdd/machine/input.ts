import type { Batch, Cycle, Document, Project } from '@sigma/protocol'
import { type Budget, budgetOfAsks } from '@sigma/protocol'

/** Everything a TDD run is decided by. The command line builds it from configuration, design and plan. */
export interface TddInput {
  /** Module as the person named it, e.g. `src/auth`. */
  readonly module: string
  /** Session of the run, `TDD_<timestamp>_<random>` (D7); cycle sessions are derived (DPTR-75). */
  readonly session: string
  /** Commit that the run starts from. */
  readonly base: string
  readonly design: Document
  readonly plan: Document
  readonly project: Project
  readonly cycles: readonly Cycle[]
  /** In order; every cycle stands in exactly one batch. */
  readonly batches: readonly Batch[]
  readonly limits: TddLimits
  /** Which cycles repeat after a review that wants changes (D1). */
  readonly refactor: 'all' | 'unconverged'
  /** Folder of the cycles' work directories, absolute or relative to the project's root; absent: the usual one (SIG-91). */
  readonly out?: string | undefined
  /**
   * Full name of the branch that the run was begun on. When it has moved by the end, the work is carried over to where
   * it stands then; absent: the work stays on `base`.
   */
  readonly target?: string | undefined
  /** What bounds the run beside `limits.asks`. */
  readonly budgets: readonly Budget[]
  /** The project's own prompt templates, as they were when the run began; what lies in its folder later is not asked. */
  readonly prompts: readonly Document[]
}

/** All that bounds a run: the kernel's budgets. */
export function budgetsOf({ limits, budgets }: TddInput): readonly Budget[] {
  return [...budgetOfAsks(limits.asks), ...budgets]
}

export interface TddLimits {
  /** Refactor iterations per slice (DPTR-92). */
  readonly rounds: number
  /** Attempts whose work a gate refuses, per phase and cycle (D19). */
  readonly tries: number
  /** TI/TA exchanges per cycle and phase (DPTR-95). */
  readonly exchanges: number
  /** Further asks after an answer that can't be read or isn't legal (DPTR-29). */
  readonly reasks: number
  /** Agent calls until a person is asked. */
  readonly asks: number
  readonly turnMs: number
  /** How long a decision waits before its fallback is taken. */
  readonly decisionMs: number
}
