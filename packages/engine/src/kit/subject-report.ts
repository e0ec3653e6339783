/** What a protocol says of a subject beside its runs, for `sigma status <subject>`. */
import type { JsonObject, Thresholds } from '@sigma/protocol'
import type { Registered } from '../host/registered.ts'
import type { JournalReader, Reports } from '../projecting/archive.ts'
import type { ProjectPlace } from '../projecting/writer.ts'

export type SubjectReporting = (subject: string, source: SubjectSource) => SubjectReport | Promise<SubjectReport>

export interface SubjectSource {
  /** Null: nothing was recorded yet. */
  readonly reader: JournalReader | null
  readonly protocols: readonly Registered[]
  readonly place: ProjectPlace
  /** The configured folder, relative to the project. */
  readonly memoryBank: string
  readonly coverage: Thresholds
  /** What runs came to. */
  readonly reports: Reports
  /**
   * Paths that differ between a commit and where its work lies now: HEAD, where that holds the commit, or else the tip of
   * the branch. Null: it lies in neither.
   */
  changed(commit: string, branch: string | null): Promise<readonly string[] | null>
}

export interface SubjectReport {
  /** True: something of the subject exists. */
  readonly isKnown: boolean
  /** Fields for programs, beside those of other protocols. */
  readonly fields: JsonObject
  /** Rows for people: a label and its text. */
  readonly rows: readonly (readonly [string, string])[]
}
