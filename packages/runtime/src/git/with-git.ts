import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGit, type Git } from './git.ts'

/** Git for a look at a user's repository: no hook of it lies where git looks for hooks. */
export async function withGit<Result>(path: string, work: (git: Git) => Promise<Result>): Promise<Result> {
  using empty = mkdtempDisposableSync(join(tmpdir(), 'sigma-look-'))
  return await work(createGit({ path, emptyFolder: empty.path }))
}
