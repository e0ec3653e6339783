import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * The variable by which a program's descendants are known, wherever they went: leaving the group, and outliving the
 * parent, does not change a process's first environment. Who starts one with an emptied environment gets away; only a
 * PID namespace holds those.
 */
export const markVariable = 'SIGMA_PROCESS'

const patienceMs = 5_000
const pauseMs = 10

/** Kills every process whose mark holds this text, and returns when none is left; nothing where there is no `/proc`. */
export async function endMarked(mark: string): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await delay(pauseMs)) {
    const left = markedWith(mark)
    if (left.length === 0) return
    for (const pid of left) kill(pid)
  }
}

function markedWith(mark: string): readonly number[] {
  return pids().filter((pid) => pid !== process.pid && isMarked(pid, mark))
}

function pids(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function isMarked(pid: number, mark: string): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
    return environment.some((pair) => pair.startsWith(`${markVariable}=`) && pair.includes(mark))
  } catch {
    // Somebody else's, or gone.
    return false
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already, which is what was wanted.
  }
}
