/** Watches what a program and all below it take, and tells once when it is more than they may have. */
import { statfsSync, statSync } from 'node:fs'
import type { ConfinementLimits, LimitName } from '@sigma/engine'
import { kernelText, namesIn } from './look.ts'
import { descendants, type ProcessTable, processTable } from './process-tree.ts'
import { allIn } from './walking.ts'

export interface Watched {
  readonly limits: ConfinementLimits
  /** Folders that it may write to. */
  readonly writes: readonly string[]
}

const pollMs = 250
/** Files are looked through when the disk has lost so much of the limit since, or so often for certain. */
const suspicion = 0.5
const certainEveryMs = 15_000
const mostFiles = 500_000

/** Returns how to stop. Where the machine does not tell (no `/proc`), processes and memory are not watched. */
export function watchLimits(
  root: number,
  { limits, writes }: Watched,
  exceeded: (which: LimitName) => void,
): () => void {
  const { processes, memoryBytes, diskBytes } = limits
  if (processes === null && memoryBytes === null && diskBytes === null) return () => {}
  const disk = diskBytes === null ? null : diskWatch(root, writes, diskBytes)
  let isOver = false
  const tell = (which: LimitName): void => {
    if (isOver) return
    stop()
    exceeded(which)
  }
  const look = (table: () => ProcessTable): void => {
    const taken = processes === null && memoryBytes === null ? nothing : takenBy(root, table())
    if (taken.processes > (processes ?? Number.POSITIVE_INFINITY)) tell('processes')
    else if (taken.memoryBytes > (memoryBytes ?? Number.POSITIVE_INFINITY)) tell('memory')
    else
      disk?.().then(
        (isExceeded) => {
          if (isExceeded) tell('written')
        },
        () => {},
      )
  }
  const unwatch = watchedAtOnce(look)
  const stop = (): void => {
    isOver = true
    unwatch()
  }
  return stop
}

type Look = (table: () => ProcessTable) => void

const looks = new Set<Look>()
let timer: NodeJS.Timeout | undefined

/** Everybody looks at the same time, and so at the same list of processes. Returns how to stop. */
function watchedAtOnce(look: Look): () => void {
  looks.add(look)
  timer ??= setInterval(lookForAll, pollMs).unref()
  return () => {
    looks.delete(look)
    if (looks.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function lookForAll(): void {
  let table: ProcessTable | undefined
  for (const look of looks)
    look(() => {
      table ??= processTable()
      return table
    })
}

interface Taken {
  readonly processes: number
  readonly memoryBytes: number
}

const nothing: Taken = { processes: 0, memoryBytes: 0 }

/** Processes and threads, and memory that is their own or shared between them; files that are mapped do not count. */
function takenBy(root: number, table: ProcessTable): Taken {
  let [processes, memoryBytes] = [0, 0]
  for (const pid of [root, ...descendants(root, table)]) {
    const status = kernelText(`/proc/${pid}/status`)
    processes += field(status, 'Threads')
    memoryBytes += 1024 * (field(status, 'RssAnon') + field(status, 'RssShmem'))
  }
  return { processes, memoryBytes }
}

const field = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)

/**
 * Whether more was written since than may be. How full the disk is costs nothing to ask but is everybody's; what is
 * certain are the files that changed since, and those that were deleted and are still open.
 */
function diskWatch(root: number, writes: readonly string[], most: number): () => Promise<boolean> {
  const since = Date.now()
  const usedBefore = usedOn(writes)
  let [isLooking, lookedAt] = [false, performance.now()]
  return async () => {
    const isDue = performance.now() - lookedAt > certainEveryMs
    if (isLooking || !(isDue || usedOn(writes) - usedBefore > most * suspicion)) return false
    isLooking = true
    const began = performance.now()
    try {
      return (await writtenSince(writes, since)) + deletedAndOpen(root) > most
    } finally {
      // However many files there are, looking through them takes a small part of the time.
      lookedAt = performance.now()
      setTimeout(() => (isLooking = false), 10 * (lookedAt - began)).unref()
    }
  }
}

function usedOn(folders: readonly string[]): number {
  const seen = new Map<string, number>()
  for (const folder of folders) {
    try {
      const { type, blocks, bfree, bsize } = statfsSync(folder)
      seen.set(`${type} ${blocks}`, (blocks - bfree) * bsize)
    } catch {
      // It is not there, so nothing was written to it.
    }
  }
  return [...seen.values()].reduce((sum, used) => sum + used, 0)
}

async function writtenSince(folders: readonly string[], since: number): Promise<number> {
  let bytes = 0
  for await (const stat of allIn(folders, mostFiles)) if (stat.ctimeMs >= since) bytes += stat.blocks * 512
  return bytes
}

function deletedAndOpen(root: number): number {
  const sizes = new Map<string, number>()
  for (const pid of [root, ...descendants(root)]) {
    for (const name of namesIn(`/proc/${pid}/fd`)) {
      const stat = statSync(`/proc/${pid}/fd/${name}`, { throwIfNoEntry: false })
      if (stat?.isFile() === true && stat.nlink === 0) sizes.set(`${stat.dev} ${stat.ino}`, stat.blocks * 512)
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}
