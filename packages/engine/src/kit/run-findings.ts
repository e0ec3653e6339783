/** What the checks of a run found, in words that every report of findings has, whatever their protocol calls them. */
import type { Finding } from '@sigma/protocol'
import type { JournalReader } from '../projecting/archive.ts'
import type { RunView } from '../views/views.ts'

export interface RunFindings {
  /** The commit that they were found at: the last one that was checked. */
  readonly commit: string
  /** In the order in which they check. */
  readonly checkers: readonly Checker[]
}

/** Somebody, or something, that checks one kind of thing. */
export interface Checker {
  readonly name: string
  /** How its last check came out; only the first two are a judgement. */
  readonly outcome: 'passed' | 'failed' | 'unjudged' | 'skipped' | 'not-applicable' | 'not-checked'
  /** What it found; none unless it failed. */
  readonly faults: readonly Fault[]
  /** Why there is no judgement; none where there is one. */
  readonly reasons: readonly Finding[]
}

export interface Fault {
  /** Name of the rule or test. */
  readonly rule: string
  /** E.g. `test`, `lint`. */
  readonly kind: string
  readonly message: string
  /** Relative to the repository's top; empty: it is about no file. */
  readonly file: string
  /** From 1; null: it has none, or is not known. */
  readonly line: number | null
  readonly severity: 'critical' | 'high' | 'medium' | 'low'
  /** What would mend it; empty: nobody says. */
  readonly remedy: string
  /** The same for the same fault, wherever it stands: compared for equality and read by nobody. */
  readonly fingerprint: string
}

/** Null: the run is too young to have any, or cannot be read. */
export type Finds = (reader: JournalReader, run: RunView) => RunFindings | null
