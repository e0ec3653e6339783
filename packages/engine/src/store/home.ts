/**
 * Whether a store is where it was made (T45): the very folder, on this machine. A folder that was renamed or moved
 * within its disk is still that folder; a copy, a restored archive, or one that came from elsewhere is not.
 */
import { readFileSync, statSync } from 'node:fs'
import { sha256 } from '../identity/canonical.ts'

/**
 * What is kept in the store: the machine, the folder's inode, and when it was made. File systems give the inode of
 * a folder that was removed to the next one, but no two were made at one time.
 */
export function homeOf(folder: string): string {
  const { ino, birthtimeNs, ctimeNs } = statSync(folder, { bigint: true })
  // Where the system cannot tell when something was made, it says when it last changed, or nothing.
  const made = birthtimeNs === 0n || birthtimeNs === ctimeNs ? unknown : String(birthtimeNs)
  return `${machine()} ${ino} ${made}`
}

const unknown = 'unknown'

export function isHomeOf(kept: string, folder: string): boolean {
  const [machineThen, inodeThen, madeThen] = kept.split(' ')
  const [machineNow, inodeNow, madeNow] = homeOf(folder).split(' ')
  return machineThen === machineNow && inodeThen === inodeNow && (madeThen === unknown || madeThen === madeNow)
}

/** Known to this machine alone, so that no archive can be made to seem at home. */
function machine(): string {
  try {
    return sha256(`sigma ${readFileSync('/etc/machine-id', 'utf8').trim()}`)
  } catch {
    return 'unnamed'
  }
}
