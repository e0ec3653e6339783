import type { RegionName } from './region.ts'

/** What a projection's path is relative to: the project, the repository that holds it, or a folder of the person's choice. */
export type Base = 'project' | 'repository' | { readonly out: string }

export interface ProjectedFile {
  readonly base: Base
  /** Below the base, with `/`. */
  readonly path: string
  readonly form: Form
}

export type Form =
  /** The whole file is Sigma's, and replaced whole. */
  | { readonly kind: 'whole'; readonly content: string }
  /** A file that only grows. Lines of runs that were taken out of the journal stay as they are. */
  | { readonly kind: 'lines'; readonly content: string; readonly dropped: ReadonlySet<string> }
  /** Only what stands between Sigma's marks is Sigma's. */
  | { readonly kind: 'region'; readonly name: RegionName; readonly content: string }
  /** Made where nothing is, then left alone. */
  | { readonly kind: 'once'; readonly content: string }
  /**
   * A person's file, with the text that a run had accepted, in the place of what lay there, by its hash (null: nothing);
   * whatever else lies there stays.
   */
  | { readonly kind: 'instead'; readonly run: string; readonly content: string; readonly of: string | null }
  /** A file that was Sigma's and is to be removed. */
  | { readonly kind: 'gone' }

/** What a protocol says in Sigma's part of a file that people write as well. */
export interface RegionPart {
  /** Relative to the repository's top. */
  readonly path: string
  readonly name: RegionName
  /** Markdown, each with a heading of its own. Fails where it cannot be read. */
  sections(): readonly string[]
}
