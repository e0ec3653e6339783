import { readFileSync } from 'node:fs'

/** A process is at work: it is there, and not a zombie. Where the system has no `/proc`, zombies count as at work. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another user's process exists all the same.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return !isOver(stateOf(pid))
}

/** Whether the letter of a process's state means dead, or ended and not yet waited for (a zombie). */
export function isOver(state: string | null): boolean {
  return state !== null && /^[ZXx]/.test(state)
}

/** Null: gone, or the system has no `/proc`. */
export function stateOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may hold anything, so fields are counted from its end.
    return stat.slice(stat.lastIndexOf(')') + 2).slice(0, 1)
  } catch {
    return null
  }
}
