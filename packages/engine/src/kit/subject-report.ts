/** What a protocol says of a subject beside its runs, for `sigma status <subject>`. */
import type { JsonObject, Thresholds } from '@sigma/protocol'
import type { Registered } from '../host/registered.ts'
import type { JournalReader } from '../projecting/archive.ts'
import type { ProjectPlace } from '../projecting/writer.ts'

export type SubjectReporting = (subject: string, source: SubjectSource) => SubjectReport

export interface SubjectSource {
  /** Null: nothing was recorded yet. */
  readonly reader: JournalReader | null
  readonly protocols: readonly Registered[]
  readonly place: ProjectPlace
  /** The configured folder, relative to the project. */
  readonly memoryBank: string
  readonly coverage: Thresholds
}

export interface SubjectReport {
  /** True: something of the subject exists. */
  readonly isKnown: boolean
  /** Fields for programs, beside those of other protocols. */
  readonly fields: JsonObject
  /** Rows for people: a label and its text. */
  readonly rows: readonly (readonly [string, string])[]
}
