/** Which process works on a project at this moment, if one does. */
import { readFileSync } from 'node:fs'
import { type Holder, holderOf as lastHolder } from '@sigma/engine/reading'
import { isZombie } from '@sigma/runtime/reading'
import type { World } from '../world.ts'

/** Null: nobody; a zombie holds nothing any more. A process that only got the dead holder's id is told apart by when it started. */
export function holderOf(world: World, folder: string): Holder | null {
  const holder = lastHolder(folder)
  if (holder === null || !world.kill(holder.pid, 0) || isZombie(holder.pid)) return null
  const started = startOf(holder.pid)
  return started === null || Math.abs(started - Date.parse(holder.processStart)) < toleranceMs ? holder : null
}

/** As `holderOf`, of hosts that play: one that stands by goes when the project is wanted. */
export function playingHolderOf(world: World, folder: string): Holder | null {
  const holder = holderOf(world, folder)
  return holder?.mode === 'standby' ? null : holder
}

/** The system counts a process's start in jiffies since boot, and Node notes its own start a little later. */
const toleranceMs = 5_000
const jiffyMs = 10

/** When a process started, in milliseconds since 1970; null where the system does not tell. */
function startOf(pid: number): number | null {
  try {
    const boot = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]
    // The program's name may hold spaces and brackets; the fields begin after the last bracket, with the third.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const jiffies = Number(fields[19])
    return boot === undefined || Number.isNaN(jiffies) ? null : Number(boot) * 1000 + jiffies * jiffyMs
  } catch {
    return null
  }
}
