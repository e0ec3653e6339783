export interface ExploreOptions {
  /** The walk stops beyond this many situations; 200,000 unless told. */
  readonly maxStates?: number | undefined
  /** Milliseconds of some clock; without it the report has no time. */
  readonly now?: (() => number) | undefined
}

export interface ExploreReport {
  readonly protocol: string
  readonly version: number
  readonly states: number
  readonly transitions: number
  readonly ms: number | null
  /** Whether every reachable situation was walked. */
  readonly complete: boolean
  /** The faults, each with the shortest way to it; empty means that the protocol keeps its promises at these limits. */
  readonly faults: readonly Fault[]
  /** Agent calls between two outside inputs, at most, retries included; null when a loop has no bound. */
  readonly mostAsks: number | null
}

export interface Fault {
  readonly kind: FaultKind
  readonly message: string
  /** The events that lead there, in words, `start` first. */
  readonly trace: readonly string[]
}

export type FaultKind =
  /** Not ended, with nothing open and no call possible. */
  | 'dead-end'
  /** An answer to an open effect that changes nothing. */
  | 'unhandled'
  /** A call that is neither answered nor remembered. */
  | 'unanswered-call'
  /** An answer to an open effect that is refused (rule 3). */
  | 'refused-answer'
  | 'threw'
  | 'invariant'
  /** Events go on for ever, and none leads to an end. */
  | 'no-way-out'
  /** A loop that needs no outside input and spends no budget. */
  | 'unbounded-loop'
  | 'duplicate-id'
  /** `stop` or `clear-timer` of something that is not open. */
  | 'unknown-id'
  | 'busy-workspace'
  /** A consult whose fallback is no option. */
  | 'bad-fallback'
  | 'after-end'
