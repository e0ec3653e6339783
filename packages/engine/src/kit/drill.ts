/**
 * Command lines that a host which stands by goes through before the first real one comes, so that the code of them is
 * ready: in a store and a folder that are thrown away, where nothing is performed.
 */
export interface Drilled {
  /** What each earlier line printed. */
  readonly printed: readonly string[]
  /** Where the files of the drill lie, as in a project. */
  readonly root: string
}

/** The words of the next line; null: there is none. */
export type Drill = (drilled: Drilled) => readonly string[] | null

export type LoadDrill = (() => Promise<Drill>) | undefined
