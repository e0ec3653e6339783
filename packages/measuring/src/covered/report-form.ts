import type { FileCounts } from './file-counts.ts'

export interface CoverageReport {
  /** The counts of a source file whose text is `code`, in places of that text. */
  countsOf(file: string, code: string): Promise<Counts>
  /** Comments that the runner obeyed, and that take code out of the count. */
  readonly obeys: RegExp | null
}

/** `counted`: by several processes maybe, to be merged. */
export type Counts =
  | { readonly kind: 'counted'; readonly views: readonly FileCounts[] }
  | { readonly kind: 'never-loaded' }
  | Unreadable

/** `reason` is a sentence. */
export interface Unreadable {
  readonly kind: 'unreadable'
  readonly reason: string
}
