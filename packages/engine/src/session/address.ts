/**
 * Where a project's host listens: a socket with a short name in a folder that only its user can enter. A folder that
 * somebody else made, or could change, is not used; what stands in its place is not followed.
 */
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, isAbsolute, join } from 'node:path'

export interface Surroundings {
  /** `XDG_RUNTIME_DIR`; empty where there is none. */
  readonly runtimeFolder: string
  /** The folder for temporary files. */
  readonly temporaryFolder: string
}

/** The system's limit for a socket's path is 104 bytes on some systems, its closing zero included. */
const longest = 100

/** Path of the socket for a data folder, whose parent exists; its folder is made if need be. Null: no folder can be trusted, so the host can't be reached. */
export function addressOf(folder: string, { runtimeFolder, temporaryFolder }: Surroundings): string | null {
  const { uid } = userInfo()
  const real = join(realpathSync(dirname(folder)), basename(folder))
  const name = `${createHash('sha256').update(real).digest('hex').slice(0, 24)}.sock`
  const candidates = [
    ...(isAbsolute(runtimeFolder) ? [join(runtimeFolder, 'sigma')] : []),
    ...[...new Set([temporaryFolder, '/tmp'])].filter(isAbsolute).map((parent) => join(parent, `sigma-${uid}`)),
  ]
  const usable = candidates.find((each) => Buffer.byteLength(join(each, name)) <= longest && isPrivate(made(each)))
  return usable === undefined ? null : join(usable, name)
}

/**
 * Where the host listens for agents in their turns: in a folder of its own beside the host's socket, so that a sandbox
 * can show the one without the other. Makes the folder. Null: there is no room for the name, or it is not ours.
 */
export function turnAddressOf(address: string): string | null {
  const folder = made(address.replace(/\.sock$/, '.turn'))
  const socket = join(folder, 's')
  return Buffer.byteLength(socket) <= longest && isPrivate(folder) ? socket : null
}

/** A socket of this user's, in such a folder. */
export function isTrusted(socket: string): boolean {
  if (!isPrivate(dirname(socket))) return false
  const found = lstatSync(socket, { throwIfNoEntry: false })
  return found?.isSocket() === true && found.uid === userInfo().uid
}

function made(folder: string): string {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    // The folder exists, or can't be made; `isPrivate` tells which.
  }
  return folder
}

const others = 0o077
const writableByOthers = 0o022
const sticky = 0o1000

/** Whether only this user can enter the folder, and nobody else can put another one in its place. */
function isPrivate(folder: string): boolean {
  const { uid } = userInfo()
  const [found, parent] = [folder, dirname(folder)].map((path) => lstatSync(path, { throwIfNoEntry: false }))
  if (found === undefined || parent === undefined) return false
  const ours = found.isDirectory() && found.uid === uid && (found.mode & others) === 0
  const parentSafe =
    (parent.uid === uid || parent.uid === 0) && ((parent.mode & writableByOthers) === 0 || (parent.mode & sticky) !== 0)
  return ours && parentSafe
}
