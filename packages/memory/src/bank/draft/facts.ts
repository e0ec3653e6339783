/** What was found out of a project, for the drafts of its memory bank. All of it is data: texts are quoted, names escaped. */
export interface Facts {
  readonly name: string
  readonly description: string | null
  readonly readme: { readonly path: string; readonly intro: string; readonly headings: readonly string[] } | null
  /** Null: there is no package.json. */
  readonly manager: string | null
  /** Versions of Node that the package wants. */
  readonly node: string | null
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  /** Null: no tests were found. */
  readonly tests: { readonly runner: string; readonly globs: readonly string[]; readonly files: number } | null
  readonly source: { readonly globs: readonly string[]; readonly files: readonly string[] }
  /** Files by which continuous integration is set up. */
  readonly integration: readonly string[]
  readonly modules: readonly FoundModule[]
}

export interface FoundModule {
  readonly name: string
  /** Relative to the project; none: nothing of it is there yet. */
  readonly files: readonly string[]
}
