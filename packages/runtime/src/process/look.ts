import { closeSync, lstatSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs'

/** What lies there; undefined as well where this user may not know, as in another's home folder on the PATH. */
export function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The same of a link itself. */
export function lookAtLink(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Names in a folder; none where there is no folder that this user may read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Names of links in a folder, which the folder itself tells: to look at each of a thousand programs is felt at each start. */
export function linksIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.flatMap((entry) => (entry.isSymbolicLink() ? [entry.name] : []))
  } catch {
    return []
  }
}

/** For all that is read there: hundreds of such files are looked at in a second. */
const bytes = Buffer.allocUnsafe(64 * 1024)

/** What the kernel says in a file of `/proc`; nothing where it is gone, or another's. */
export function kernelText(file: string): string {
  let text = ''
  try {
    const opened = openSync(file, 'r')
    try {
      for (;;) {
        const read = readSync(opened, bytes)
        if (read === 0) return text
        text += bytes.toString('latin1', 0, read)
      }
    } finally {
      closeSync(opened)
    }
  } catch {
    return ''
  }
}

/** Ids of all processes; none where there is no `/proc`. */
export const processIds = (): readonly number[] =>
  namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
