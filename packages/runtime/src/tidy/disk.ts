import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes that a file or folder takes on the disk; 0 where nothing is. Files that go meanwhile are passed over. */
export function bytesOn(path: string): number {
  try {
    const stat = lstatSync(path)
    const own = stat.blocks * 512
    return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + bytesOn(join(path, name)), own) : own
  } catch {
    return 0
  }
}

/** Names in a folder; none where there is no folder. */
export function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** When the file was last written, in milliseconds since 1970; 0 where nothing is. */
export function writtenAt(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
