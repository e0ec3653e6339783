/** What a test file had to do with in a run: paths from the root of the checkout. What lies outside of it, or in a `node_modules`, is left out. */
export interface Reach {
  /** Files that were loaded, read, or asked about and were there. */
  readonly files: readonly string[]
  /** Folders whose entries were listed; '' is the root. */
  readonly folders: readonly string[]
  /** Paths that were looked for and were not there. */
  readonly missing: readonly string[]
  /** Why nobody can know the rest, in a few words (`it starts a process`); null: this is all. */
  readonly open: string | null
}

/** By test file. A file of which nothing is known is not in it. */
export type Reaches = ReadonlyMap<string, Reach>
