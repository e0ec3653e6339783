/**
 * Sees which processes of a turn have a file of the user's open for writing. They are known by their environment,
 * wherever they went; a process of another user cannot be looked at. What is opened and closed between two looks is missed.
 */
import { closeSync, openSync, readlinkSync, readSync } from 'node:fs'
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
/** Of the host's time, looking on takes at most a part of so many: where there are many processes it looks less often. */
const share = 10
const mostSeen = 1_000
const mostTurns = 1_000

/** `folders`: what is below them is the user's. */
export function witnessOf(folders: readonly string[]): Witness {
  const attended = new Map<string, number>()
  const seen = new Map<string, Map<string, string>>()
  let timer: NodeJS.Timeout | null = null

  function look(marks: ReadonlySet<string>): void {
    for (const { mark, file, process } of openForWriting(marks, folders)) {
      const mine = seen.get(mark) ?? new Map<string, string>()
      if (mine.size < mostSeen) mine.set(file, process)
      seen.set(mark, mine)
    }
    const oldest = seen.keys().next().value
    if (seen.size > mostTurns && oldest !== undefined) seen.delete(oldest)
  }

  function lookOn(afterMs: number): void {
    timer = setTimeout(() => {
      const began = performance.now()
      look(new Set(attended.keys()))
      lookOn(Math.max(betweenMs, share * (performance.now() - began)))
    }, afterMs).unref()
  }

  /** The last look is for this turn alone. */
  function leave(mark: string): void {
    look(new Set([mark]))
    const times = (attended.get(mark) ?? 1) - 1
    if (times === 0) attended.delete(mark)
    else attended.set(mark, times)
    if (attended.size > 0 || timer === null) return
    clearTimeout(timer)
    timer = null
  }

  return {
    attend: (mark) => {
      attended.set(mark, (attended.get(mark) ?? 0) + 1)
      if (timer === null) lookOn(betweenMs)
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
    const open = namesIn(`/proc/${pid}/fd`).flatMap((fd) => writtenAt(pid, fd, folders) ?? [])
    return open.map((file) => ({ mark, file, process: `${pid} (${nameOf(pid)})` }))
  })
}

const sign = `\0${turnVariable}=`

function markOf(pid: string): string | null {
  const all = `\0${textOf(`/proc/${pid}/environ`)}`
  const at = all.indexOf(sign)
  return at < 0 ? null : (all.slice(at + sign.length).split('\0', 1)[0] ?? null)
}

const accessMode = 0o3

/** Null: it is not below the folders, or not open for writing. */
function writtenAt(pid: string, fd: string, folders: readonly string[]): string | null {
  try {
    const file = readlinkSync(`/proc/${pid}/fd/${fd}`)
    // Most of what is open lies elsewhere, and to read how it was opened takes ten times as long.
    if (!folders.some((folder) => file.startsWith(`${folder}/`))) return null
    const flags = /^flags:\s*([0-7]+)$/m.exec(textOf(`/proc/${pid}/fdinfo/${fd}`))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & accessMode) !== 0 ? file : null
  } catch {
    return null
  }
}

const nameOf = (pid: string): string => basename(textOf(`/proc/${pid}/cmdline`).split('\0')[0] ?? '')

/** One for all files: a host looks at thousands of small ones. */
const buffer = Buffer.alloc(64 * 1024)

function textOf(file: string): string {
  try {
    const opened = openSync(file, 'r')
    try {
      let text = ''
      for (;;) {
        const count = readSync(opened, buffer, 0, buffer.length, null)
        if (count === 0) return text
        text += buffer.toString('latin1', 0, count)
      }
    } finally {
      closeSync(opened)
    }
  } catch {
    // Somebody else's, or gone.
    return ''
  }
}
