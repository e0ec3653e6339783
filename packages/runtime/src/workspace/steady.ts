/**
 * Folders and files of a workspace that are what they were taken for, though a process that an agent left behind may put
 * links in their places at any moment. Where the system cannot tell (no `/proc`), the path is trusted.
 */
import { closeSync, constants, existsSync, mkdirSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { replacedMeanwhile } from '../errors.ts'

const canTell = existsSync('/proc/self/fd')
const asFolder = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
const realRoots = new Map<string, string>()
const keptRoots = 1_000

/** A folder held open: names in `path` lead into it, wherever its own name leads meanwhile. */
export interface Steady extends Disposable {
  readonly path: string
}

/** Steps from the root into the folder, making what is missing on the way; a link is never stepped through. */
export function stepInto(root: string, at: string): Steady {
  if (!canTell) {
    mkdirSync(join(root, at), { recursive: true })
    return { path: join(root, at), [Symbol.dispose]: () => {} }
  }
  let fd = openSync(root, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    for (const part of at.split('/').filter((each) => each !== '' && each !== '.')) {
      const inside = `/proc/self/fd/${fd}/${part}`
      make(inside)
      const next = openSync(inside, asFolder)
      closeSync(fd)
      fd = next
    }
  } catch (error) {
    closeSync(fd)
    if (isReplaced(error)) throw replacedMeanwhile(at)
    throw error
  }
  return { path: `/proc/self/fd/${fd}`, [Symbol.dispose]: () => closeSync(fd) }
}

function make(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function isReplaced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ELOOP' || error.code === 'ENOTDIR')
}

/** Fails with `replaced-meanwhile` unless the opened file is the one of that path below the root. */
export function confirmOpened(fd: number, root: string, path: string): void {
  if (canTell && readlinkSync(`/proc/self/fd/${fd}`) !== join(realOf(root), path)) throw replacedMeanwhile(path)
}

/** Looked up once: the workspace's own place is nothing that an agent was handed. */
function realOf(root: string): string {
  const known = realRoots.get(root)
  if (known !== undefined) return known
  const real = realpathSync(root)
  if (realRoots.size >= keptRoots) realRoots.clear()
  realRoots.set(root, real)
  return real
}
