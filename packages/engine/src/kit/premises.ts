/** What a protocol may find where a project lies, beside its runs: texts of the project, of its user, and of others. */

export interface Premises {
  /** Folder of the configuration. */
  readonly root: string
  /** The user's home folder; null: not known. */
  readonly home: string | null
  /** Looked at, with every default. */
  readonly config: object
  /** Whether the user confirmed exactly this text. */
  readonly isConfirmed: (text: ForeignText) => boolean
  /** Paths of those of `Defined.folders` that the user confirmed exactly as they stand. */
  readonly confirmedFolders: () => Promise<ReadonlySet<string>>
}

/** Text of an installed package that agents are told to follow: nobody is told it before the user confirmed it. */
export interface ForeignText {
  /** The setting that has it count, e.g. `steps.packages.some-tool`. */
  readonly key: string
  /** What confirming it does, as the second half of a sentence. */
  readonly says: string
  readonly text: string
}

/** Somebody who takes turns under a name of its own, and what it is for. */
export interface NamedPlayer {
  readonly name: string
  /** Null: nobody describes it. */
  readonly description: string | null
  /** File that describes it, as people are told of it; null: none. */
  readonly file: string | null
  /** Who names it, in words, e.g. `the skill build`. */
  readonly namedBy: readonly string[]
  /** What is wrong with its description, each a sentence. */
  readonly faults: readonly string[]
}
