import { lstatSync, type Stats, statSync } from 'node:fs'

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
