/** What the parts of an observation stand for on the disk. */
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { UsableRepository } from '../../git/repository.ts'

export type PartPlace =
  /** A ref or HEAD, with git's own record of who moved it. */
  | { readonly kind: 'ref'; readonly log: string }
  /** A file of git's own: its configuration, a hook. */
  | { readonly kind: 'git'; readonly file: string }
  | { readonly kind: 'file'; readonly file: string; readonly path: string }

export function placeOf({ root, gitDir, commonDir }: UsableRepository, part: string): PartPlace {
  if (part === 'HEAD') return { kind: 'ref', log: join(gitDir, 'logs/HEAD') }
  if (part === 'stash') return { kind: 'ref', log: join(commonDir, 'logs/refs/stash') }
  if (part.startsWith('refs/')) return { kind: 'ref', log: join(commonDir, 'logs', part) }
  if (part.startsWith('worktrees/')) return { kind: 'ref', log: join(commonDir, part, 'logs/HEAD') }
  if (isAbsolute(part)) return { kind: 'file', file: part, path: part }
  const path = part.startsWith('./') ? part.slice(2) : part
  const own = [gitDir, commonDir].map((folder) => join(folder, part)).find((file) => existsSync(file))
  // A file of the user's that has the name of one of git's is told apart by its `./`.
  if (path === part && own !== undefined) return { kind: 'git', file: own }
  return { kind: 'file', file: join(root, path), path }
}

const mostBytes = 1024 * 1024

/** The content of a file; null: it is absent, no plain file, or larger than is kept. */
export function contentAt(file: string): Buffer | null {
  try {
    const stat = lstatSync(file)
    return stat.isFile() && stat.size <= mostBytes ? readFileSync(file) : null
  } catch {
    return null
  }
}
