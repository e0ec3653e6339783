import { canonical, sha256 } from '../../identity/canonical.ts'

export type Files = Readonly<Record<string, string>>

export interface Commit {
  readonly files: Files
  readonly parents: readonly string[]
  readonly message: string
  readonly trailers: Readonly<Record<string, string>>
}

/** Commits by name. */
export type Commits = Map<string, Commit>

export function commitOf(commits: Commits, name: string): Commit {
  const commit = commits.get(name)
  if (commit === undefined) throw new Error(`The world has no commit ${name}.`)
  return commit
}

export function recordCommit(commits: Commits, commit: Commit): string {
  const name = sha256(canonical(commit)).slice(0, 40)
  commits.set(name, commit)
  return name
}
