/** Files in the cache that no project on this machine needs any more, or that can be made again. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { remove } from '../workspace/remove.ts'
import { bytesOn, namesIn, writtenAt } from './disk.ts'
import { homesOf, isGone } from './homes.ts'

export interface Old {
  /** Files and folders that may go. */
  readonly paths: readonly string[]
  readonly bytes: number
  /** Folders of repositories of which nothing is known. */
  readonly unknown: readonly string[]
}

/** Compiled code is made and tools are installed again; a rehearsal's folder is left only by a sigma that was killed. */
const madeAgain = ['compile', 'rehearsals', 'tools'] as const

/** Files that were not used since (milliseconds since 1970): folders of repositories that are gone, and what is made again. */
export function oldIn(cacheFolder: string, since: number): Old {
  const projects = namesIn(cacheFolder)
    .filter((name) => /^[0-9a-f]{12}$/.test(name))
    .map((name) => join(cacheFolder, name))
    .map((folder) => ({ folder, homes: homesOf(folder) }))
  const orphans = projects.filter(
    ({ homes }) => homes.length > 0 && homes.every((home) => home.usedAt < since && isGone(home)),
  )
  const files = madeAgain.flatMap((name) => entriesOf(join(cacheFolder, name)))
  const paths = [...orphans.map(({ folder }) => folder), ...files.filter((path) => writtenAt(path) < since)]
  return {
    paths,
    bytes: paths.reduce((sum, path) => sum + bytesOn(path), 0),
    unknown: projects.filter(({ homes }) => homes.length === 0).map(({ folder }) => folder),
  }
}

export async function takeOld({ paths }: Old): Promise<void> {
  for (const path of paths) await remove(path)
}

/** Files of each version of compiled code, and whole folders of rehearsals; a link is somebody else's arrangement. */
function entriesOf(folder: string): readonly string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return []
    return folder.endsWith('compile') ? namesIn(path).map((name) => join(path, name)) : [path]
  })
}
