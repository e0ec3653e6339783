/**
 * Whether a store is where it was made (T45): the very folder, on this machine. A folder that was renamed or moved
 * within its disk is still that folder; a copy, a restored archive, or one that came from elsewhere is not.
 */
import { readFileSync, statSync } from 'node:fs'
import { sha256 } from '../canonical.ts'

/** What is kept in the store. */
export function homeOf(folder: string): string {
  return `${machine()} ${statSync(folder, { bigint: true }).ino}`
}

/** Known to this machine alone, so that no archive can be made to seem at home. */
function machine(): string {
  try {
    return sha256(`sigma ${readFileSync('/etc/machine-id', 'utf8').trim()}`)
  } catch {
    return 'unnamed'
  }
}
