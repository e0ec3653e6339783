import { setTimeout as delay } from 'node:timers/promises'
import { markVariable, plainMarkVariable } from '@sigma/engine'
import { kernelText, processIds } from './look.ts'
import { signalEach } from './process-tree.ts'

const names = [markVariable, plainMarkVariable]
const patienceMs = 5_000
const pauseMs = 10

/** Kills every process whose mark holds this text, and returns when none is left; nothing where there is no `/proc`. */
export async function endMarked(mark: string): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await delay(pauseMs)) {
    const left = processIds().filter((pid) => pid !== process.pid && isMarked(pid, mark))
    if (left.length === 0) return
    signalEach('SIGKILL', left)
  }
}

function isMarked(pid: number, mark: string): boolean {
  const environment = kernelText(`/proc/${pid}/environ`).split('\0')
  return environment.some((pair) => names.some((name) => pair.startsWith(`${name}=`)) && pair.includes(mark))
}
