/**
 * What tells one state of a person's file from another. The time of the last change of state cannot be set back by whoever
 * changed a file; but it also moves when another name of the file comes or goes, as where `pnpm install` runs in another
 * project. Where nothing else moved, and a name could be the reason, content decides.
 */
import { createHash } from 'node:crypto'
import { type BigIntStats, lstatSync, readFileSync } from 'node:fs'

export type FileMarks = (file: string) => string

interface Remembered {
  readonly mark: string
  /** What cannot change without a change of the file itself. */
  readonly own: string
  readonly changedAt: bigint
  readonly names: bigint
  /** Null: not known, and then the time decides. */
  readonly content: string | null
}

/** Of one file, and of all that are read: what is left over goes by its time. */
const most = { fileBytes: 1024n * 1024n, bytes: 256n * 1024n * 1024n, files: 30_000 } as const

export function createFileMarks(): FileMarks {
  const known = new Map<string, Remembered>()
  let [bytes, files] = [0n, 0]

  const contentOf = (file: string, stat: BigIntStats): string | null => {
    if (!stat.isFile() || stat.size > most.fileBytes || bytes > most.bytes || files >= most.files) return null
    bytes += stat.size
    files += 1
    return hashOf(file)
  }

  return (file) => {
    const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
    if (stat === undefined) {
      known.delete(file)
      return 'gone'
    }
    const own = `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.mode.toString(8)}`
    const before = known.get(file)
    const [changedAt, names] = [stat.ctimeNs, stat.nlink]
    if (before?.own === own) {
      if (before.changedAt === changedAt) return before.mark
      const isByName = names !== before.names || names > 1n
      if (isByName && before.content !== null && hashOf(file) === before.content) {
        known.set(file, { ...before, changedAt, names })
        return before.mark
      }
    }
    const mark = `${stat.size} ${stat.mtimeNs} ${changedAt} ${stat.mode.toString(8)}`
    known.set(file, { mark, own, changedAt, names, content: contentOf(file, stat) })
    return mark
  }
}

/** Null: it cannot be read. */
function hashOf(file: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex')
  } catch {
    return null
  }
}
