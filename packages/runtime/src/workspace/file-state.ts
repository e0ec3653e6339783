/**
 * Files as they lie on disk, by git's names for their contents. Read without waiting: thousands of small files take
 * ten times as long one promise at a time; whoever reads many lets others have a turn now and then (`takeTurns`).
 */
import { chmodSync, closeSync, constants, openSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Mode, SigmaGit } from '../git/sigma-git.ts'
import { confirmOpened } from './steady.ts'

interface Remembered {
  readonly dev: number
  readonly mode: number
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly oid: string
}

/** A file whose state changed this shortly before it was read may change again without showing it. */
const settledMs = 100
const rememberedFiles = 200_000
const filesPerTurn = 256

const memories = new WeakMap<SigmaGit, Map<number, Remembered>>()

export function modeOf(stat: Stats): Mode | null {
  if (stat.isSymbolicLink()) return '120000'
  if (!stat.isFile()) return null
  return (stat.mode & 0o100) === 0 ? '100644' : '100755'
}

/** Reads a file or link as it is; fails for anything else. */
export function contentOf(folder: string, path: string, mode: Mode): Buffer {
  const file = join(folder, path)
  if (mode === '120000') return readlinkSync(file, { encoding: 'buffer' })
  const opened = open(file)
  try {
    confirmOpened(opened, folder, path)
    return readFileSync(opened)
  } finally {
    closeSync(opened)
  }
}

/**
 * Git's name for what lies at a path. A file that was read before is not read again while size, times and identity are
 * the same: the time of the last change of state cannot be set back by whoever wrote it.
 */
export function oidAt(git: SigmaGit, folder: string, path: string, stat: Stats): string {
  const { dev, ino, mode, size, mtimeMs, ctimeMs } = stat
  const known = memoryOf(git).get(ino)
  const isKnown = known?.ctimeMs === ctimeMs && known.mtimeMs === mtimeMs && known.size === size
  if (isKnown && known.mode === mode && known.dev === dev) return known.oid
  const oid = git.oidOf(contentOf(folder, path, modeOf(stat) ?? '100644'))
  remember(git, stat, oid)
  return oid
}

/** Call when this content has been in the file for a while, and nobody but Sigma could write it meanwhile. */
export function remember(git: SigmaGit, { dev, ino, mode, size, mtimeMs, ctimeMs }: Stats, oid: string): void {
  if (ctimeMs >= Date.now() - settledMs) return
  const memory = memoryOf(git)
  if (memory.size >= rememberedFiles) memory.clear()
  memory.set(ino, { dev, mode, size, mtimeMs, ctimeMs, oid })
}

function memoryOf(git: SigmaGit): Map<number, Remembered> {
  const memory = memories.get(git) ?? new Map<number, Remembered>()
  memories.set(git, memory)
  return memory
}

/** Call for each file of many: every so often the rest of the program goes on. */
export function takeTurns(): () => Promise<void> {
  let done = 0
  return async () => {
    done += 1
    if (done % filesPerTurn === 0) await nextTurn()
  }
}

/** A link that took the file's place since it was looked at is not followed, and a FIFO not waited for. */
function open(file: string): number {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  try {
    return openSync(file, flags)
  } catch {
    chmodSync(file, 0o600)
    return openSync(file, flags)
  }
}
