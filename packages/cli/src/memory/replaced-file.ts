/** A file that is replaced whole, or stays as it is: what is new stands under a name of its own beside it until then. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { lstat, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SigmaError } from '@sigma/engine'
import { shellWord } from '../printable.ts'

/** A link is followed, and stays. Fails with `file-unwritable`, and leaves nothing behind. */
export async function replaceFile(path: string, shown: string, lines: Iterable<string>): Promise<void> {
  try {
    const found = await stat(path).catch(() => null)
    if (found?.isDirectory()) throw new Error('it is a folder')
    // A pipe or a device is written to.
    if (found !== null && !found.isFile()) return await writeLines(path, 'w', 0o600, lines)
    const target = (await isThere(path)) ? await realpath(path) : path
    await replace(target, found === null ? 0o600 : found.mode & 0o777, lines)
  } catch (error) {
    if (error instanceof SigmaError) throw error
    const folder = dirname(path)
    throw new SigmaError('file-unwritable', `${shown} cannot be written: ${reasonOf(error)}.`, {
      hint: `${(await isThere(folder)) ? 'ls -ld' : 'mkdir -p'} ${shellWord(folder)}`,
      cause: error,
    })
  }
}

async function replace(target: string, mode: number, lines: Iterable<string>): Promise<void> {
  const fresh = `${target}.${randomUUID()}.part`
  try {
    await writeLines(fresh, 'wx', mode, lines)
    await rename(fresh, target)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

async function writeLines(path: string, flags: 'w' | 'wx', mode: number, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(path, { flags, mode })
  await once(stream, 'open')
  await pipeline(endedLines(lines), stream)
}

function* endedLines(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`
}

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) !== null

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder, or what it links to, is not there',
  ENOTDIR: 'it would lie in something that is no folder',
  EACCES: 'that is not allowed',
  EPERM: 'that is not allowed',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ELOOP: 'it is a link that leads back to itself',
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return ('code' in error ? reasons[String(error.code)] : undefined) ?? error.message
}
