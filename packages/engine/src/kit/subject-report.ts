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
  /** As configured, relative to the project. */
  readonly memoryBank: string
  readonly coverage: Thresholds
}

export interface SubjectReport {
  /** Something of the subject is there. */
  readonly isKnown: boolean
  /** For programs, beside what other protocols say. */
  readonly fields: JsonObject
  /** For people: what is told of, and what is told. */
  readonly rows: readonly (readonly [string, string])[]
}
