/** The host that step commands leave behind: whether one stands by in a project, and which. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const holderSchema = z.object({ pid: z.number(), mode: z.string(), socket: z.string().nullable() })
export type StandbyHolder = z.infer<typeof holderSchema>

/** Null: none stands by. `root`: the folder of the configuration. */
export function standbyIn(root: string): StandbyHolder | null {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(join(root, '.sigma/holder.json'), 'utf8')))
    return holder.mode === 'standby' && isAlive(holder.pid) ? holder : null
  } catch {
    return null
  }
}

/** Once it listens. `other`: the process that it must not be. */
export async function untilStandby(root: string, other: number | null = null): Promise<StandbyHolder> {
  for (const until = performance.now() + 60_000; performance.now() < until; await pause(50)) {
    const found = standbyIn(root)
    if (found !== null && found.pid !== other && existsSync(found.socket ?? '')) return found
  }
  throw new Error(`Nobody stands by in ${root}.`)
}

export async function untilGone(pid: number): Promise<void> {
  for (const until = performance.now() + 60_000; performance.now() < until; await pause(50)) if (!isAlive(pid)) return
  throw new Error(`Process ${pid} is still there.`)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie has ended.
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
