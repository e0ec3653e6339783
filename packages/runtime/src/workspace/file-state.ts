import { constants, type Stats } from 'node:fs'
import { chmod, open, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mode, SigmaGit } from '../git/sigma-git.ts'

/** What lies at a path: what git would call it, taken without following a link. */
export interface FileState {
  readonly mode: Mode
  readonly oid: string
}

export function modeOf(stat: Stats): Mode | null {
  if (stat.isSymbolicLink()) return '120000'
  if (!stat.isFile()) return null
  return (stat.mode & 0o100) === 0 ? '100644' : '100755'
}

/** Reads a file or link as it is; fails for anything else. */
export async function contentOf(folder: string, path: string, mode: Mode): Promise<Buffer> {
  const file = join(folder, path)
  if (mode === '120000') return readlink(file, { encoding: 'buffer' })
  // A link that took the file's place since it was looked at is not followed, a FIFO not waited for.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const opened = open(file, flags).catch(async () => {
    await chmod(file, 0o600)
    return await open(file, flags)
  })
  await using handle = await opened
  return await handle.readFile()
}

export async function stateOf(git: SigmaGit, folder: string, path: string, mode: Mode): Promise<FileState> {
  return { mode, oid: git.oidOf(await contentOf(folder, path, mode)) }
}
