/**
 * Sees which processes of a turn have a file of the user's open for writing. They are known by their environment,
 * wherever they went; a process of another user cannot be looked at. What is opened and closed between two looks is missed.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { turnVariable } from '@sigma/engine'
import { namesIn } from '../../process/look.ts'

export interface Witness {
  /** Looks on until it is disposed of; what was seen stays known. */
  attend(mark: string): Disposable
  /** What a process of the turn had open for writing, by file. */
  seenOf(mark: string): ReadonlyMap<string, string>
}

const betweenMs = 1_000
const mostSeen = 1_000
const mostTurns = 1_000

/** `folders`: what is below them is the user's. */
export function witnessOf(folders: readonly string[]): Witness {
  const attended = new Map<string, number>()
  const seen = new Map<string, Map<string, string>>()
  let timer: NodeJS.Timeout | null = null

  function lookAround(): void {
    for (const { mark, file, process } of openForWriting(new Set(attended.keys()), folders)) {
      const mine = seen.get(mark) ?? new Map<string, string>()
      if (mine.size < mostSeen) mine.set(file, process)
      seen.set(mark, mine)
    }
    const oldest = seen.keys().next().value
    if (seen.size > mostTurns && oldest !== undefined) seen.delete(oldest)
  }

  function leave(mark: string): void {
    lookAround()
    const times = (attended.get(mark) ?? 1) - 1
    if (times === 0) attended.delete(mark)
    else attended.set(mark, times)
    if (attended.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  return {
    attend: (mark) => {
      attended.set(mark, (attended.get(mark) ?? 0) + 1)
      timer ??= setInterval(lookAround, betweenMs).unref()
      return { [Symbol.dispose]: () => leave(mark) }
    },
    seenOf: (mark) => seen.get(mark) ?? new Map(),
  }
}

interface Sighting {
  readonly mark: string
  readonly file: string
  readonly process: string
}

/** Nothing where there is no `/proc`. */
function openForWriting(marks: ReadonlySet<string>, folders: readonly string[]): readonly Sighting[] {
  return namesIn('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    const mark = markOf(pid)
    if (mark === null || !marks.has(mark)) return []
    const open = namesIn(`/proc/${pid}/fd`).flatMap((fd) => writtenAt(pid, fd) ?? [])
    const theirs = open.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)))
    return theirs.map((file) => ({ mark, file, process: `${pid} (${nameOf(pid)})` }))
  })
}

function markOf(pid: string): string | null {
  const found = textOf(`/proc/${pid}/environ`)
    .split('\0')
    .find((pair) => pair.startsWith(`${turnVariable}=`))
  return found?.slice(turnVariable.length + 1) ?? null
}

const accessMode = 0o3

function writtenAt(pid: string, fd: string): string | null {
  try {
    const file = readlinkSync(`/proc/${pid}/fd/${fd}`)
    const flags = /^flags:\s*([0-7]+)$/m.exec(textOf(`/proc/${pid}/fdinfo/${fd}`))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & accessMode) !== 0 ? file : null
  } catch {
    return null
  }
}

const nameOf = (pid: string): string => basename(textOf(`/proc/${pid}/cmdline`).split('\0')[0] ?? '')

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    // Somebody else's, or gone.
    return ''
  }
}
