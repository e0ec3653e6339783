/**
 * What tells one state of a person's file from another. The time of the last change of state cannot be set back by whoever
 * changed a file; but it also moves when another name of the file comes or goes, as where `pnpm install` runs in another
 * project. Where nothing else moved, and a name could be the reason, content decides.
 */
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, type Stats } from 'node:fs'

/** Undefined: there is no such file. */
export type FileMarks = (file: string, stat: Stats | undefined) => string

type Times = Pick<Stats, 'ino' | 'size' | 'mtimeMs' | 'ctimeMs' | 'mode' | 'nlink'>

interface Remembered {
  readonly mark: string
  readonly stat: Times
  /** Null: not known, and then the time decides. */
  content: string | null
}

/** Of one file, and of all that are read: what is left over goes by its time. */
const most = { fileBytes: 1024 * 1024, bytes: 256 * 1024 * 1024, files: 30_000 } as const

/** So many contents are read at once; those of all others later, when nobody waits for it: till then their time decides. */
const mostAtOnce = 500

/** Later is after a while, and so much at a time. */
const later = { afterMs: 2_000, everyMs: 20, sliceMs: 5 } as const

export function createFileMarks(): FileMarks {
  const known = new Map<string, Remembered>()
  const waiting: string[] = []
  let [bytes, files] = [0, 0]

  const readLater = (): void => {
    const end = performance.now() + later.sliceMs
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const before = known.get(file)
      const now = lstatSync(file, { throwIfNoEntry: false })
      if (before !== undefined && now !== undefined && isOwn(before.stat, now) && now.ctimeMs === before.stat.ctimeMs)
        before.content = hashOf(file)
      if (performance.now() >= end) break
    }
    if (waiting.length > 0) setTimeout(readLater, later.everyMs).unref()
  }
  const contentOf = (file: string, stat: Stats): string | null => {
    if (!stat.isFile() || stat.size > most.fileBytes || bytes > most.bytes || files >= most.files) return null
    bytes += stat.size
    files += 1
    if (files <= mostAtOnce) return hashOf(file)
    if (waiting.length === 0) setTimeout(readLater, later.afterMs).unref()
    waiting.push(file)
    return null
  }

  return (file, stat) => {
    if (stat === undefined) {
      known.delete(file)
      return 'gone'
    }
    const before = known.get(file)
    if (before !== undefined && isOwn(before.stat, stat)) {
      if (before.stat.ctimeMs === stat.ctimeMs) return before.mark
      const isByName = stat.nlink !== before.stat.nlink || stat.nlink > 1
      if (isByName && before.content !== null && hashOf(file) === before.content) {
        known.set(file, { ...before, stat: timesOf(stat) })
        return before.mark
      }
    }
    const mark = `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.mode.toString(8)}`
    const remembered: Remembered = { mark, stat: timesOf(stat), content: null }
    known.set(file, remembered)
    remembered.content = contentOf(file, stat)
    return mark
  }
}

/** Less than all that is known of each of many files. */
const timesOf = ({ ino, size, mtimeMs, ctimeMs, mode, nlink }: Stats): Times => ({
  ino,
  size,
  mtimeMs,
  ctimeMs,
  mode,
  nlink,
})

/** What cannot change without a change of the file itself is the same. */
const isOwn = (before: Times, now: Times): boolean =>
  before.ino === now.ino && before.size === now.size && before.mtimeMs === now.mtimeMs && before.mode === now.mode

/** Null: it cannot be read. */
function hashOf(file: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex')
  } catch {
    return null
  }
}
