/** The log of a run as Markdown, in the form that its protocol has for it. */
import type { JournalReader } from '../projecting/archive.ts'
import type { RunView } from '../views/views.ts'

/** Null: the run cannot be read. */
export type WritesLog = (reader: JournalReader, run: RunView) => string | null
