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

/** The files of two commits, merged from where their histories part. */
export function mergeOf(commits: Commits, ours: string, theirs: string): Merge {
  const others = ancestors(commits, theirs)
  const fork = ancestors(commits, ours).find((name) => others.includes(name))
  const [before, one, other] = [fork, ours, theirs].map((name) =>
    name === undefined ? {} : commitOf(commits, name).files,
  )
  return merge(before ?? {}, one ?? {}, other ?? {})
}

export interface Merge {
  readonly files: Files
  readonly conflicts: readonly string[]
}

export function merge(before: Files, ours: Files, theirs: Files): Merge {
  const files: Record<string, string> = {}
  const conflicts: string[] = []
  for (const path of [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort((a, b) => (a < b ? -1 : 1))) {
    const [was, our, their] = [before[path], ours[path], theirs[path]]
    const content = our === was ? their : our
    if (our !== was && their !== was && our !== their) conflicts.push(path)
    else if (content !== undefined) files[path] = content
  }
  return { files, conflicts }
}

/** Nearest first, itself included. */
export function ancestors(commits: Commits, name: string): readonly string[] {
  const found = [name]
  for (const each of found) {
    for (const parent of commitOf(commits, each).parents) if (!found.includes(parent)) found.push(parent)
  }
  return found
}
