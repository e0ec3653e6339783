import { existsSync } from 'node:fs'
import { isOver, isAlive as isThere, stateOf } from '@sigma/engine/reading'

export function isAlive(pid: number): boolean {
  return isThere(pid) && !isZombie(pid)
}

/**
 * A process has ended, and its parent has not waited for it, as in a container whose first process reaps none. It still
 * takes signals, so that alone does not tell it from one that is at work.
 */
export function isZombie(pid: number): boolean {
  return isOver(existsSync('/proc/self/stat') ? stateOf(pid) : stateByPs(pid))
}

/** Asked for here and not imported: commands that only look would load it at each start. */
function stateByPs(pid: number): string | null {
  try {
    const { execFileSync } = process.getBuiltinModule('node:child_process')
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}
