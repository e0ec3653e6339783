import { existsSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGit } from './git.ts'
import type { UsableRepository } from './repository.ts'
import { createSigmaGit, type SigmaGit } from './sigma-git.ts'

export interface Borrowed extends Disposable {
  readonly git: SigmaGit
  /** To be awaited before the first use. */
  readonly opened: Promise<void>
}

export interface BorrowSpec {
  readonly path: string
  readonly repository: Pick<UsableRepository, 'commonDir' | 'objectFormat'>
  /** Folders of objects; those that are missing are passed over. */
  readonly sources: readonly string[]
  /** Commits whose parents are left where they are. */
  readonly from: readonly string[]
  /** Where its folder is made; that of temporary files unless given. What git writes elsewhere has to lie on the same file system. */
  readonly within?: string
}

/** A git folder for a moment: it borrows its objects, may be written to, and is gone when disposed of. */
export function borrow({ path, repository, sources, from, within = tmpdir() }: BorrowSpec): Borrowed {
  const scratch = mkdtempDisposableSync(join(within, 'sigma-look-'))
  const folder = scratch.path
  const emptyFolder = join(folder, 'empty')
  mkdirSync(emptyFolder)
  const lent = sources.filter((source) => existsSync(source))
  const git = createSigmaGit(createGit({ path, emptyFolder }), folder, repository, lent)
  const open = async (): Promise<void> => {
    await git.run({ verb: 'rev-parse', options: ['--git-dir'] })
    writeFileSync(join(folder, 'git', 'shallow'), from.map((commit) => `${commit}\n`).join(''))
  }
  const opened = open()
  // Whoever awaits it is told; nobody might.
  opened.catch(() => {})
  return { git, opened, [Symbol.dispose]: scratch.remove }
}
