/** Copies of dependencies, and what set-up commands installed: made again when they are needed, so only time is lost. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type CopyNote, copyNote } from '../workspace/dependencies.ts'
import type { Folders } from '../workspace/folders.ts'
import { remove } from '../workspace/materialize.ts'
import { namesIn, writtenAt } from './disk.ts'

export interface CopiesSpec {
  readonly folders: Folders
  /** Data folders of this repository: what they note is in use. */
  readonly homes: readonly string[]
  /** Workspaces that stay: what they link to stays. */
  readonly workspaces: readonly string[]
  /** Copies that were last used before go. Milliseconds since 1970. */
  readonly usedBefore: number
}

interface Noted {
  readonly file: string
  readonly note: CopyNote | null
}

/** For times when no host works in the repository's folder of the cache. The note of a copy goes before the copy. */
export async function sweepCopies({ folders, homes, workspaces, usedBefore }: CopiesSpec): Promise<void> {
  const notes = homes.flatMap(notesIn)
  const places = new Set(['.', ...notes.flatMap(({ note }) => note?.copies.map(({ place }) => place) ?? [])])
  const linked = new Set(workspaces.flatMap((folder) => [...places].flatMap((place) => linksIn(join(folder, place)))))
  for (const name of namesIn(folders.dependencies)) {
    const folder = join(folders.dependencies, name)
    const own = notes.filter(({ note }) => note?.folder === folder)
    if (linked.has(folder) || own.some(({ file }) => writtenAt(file) >= usedBefore)) continue
    for (const { file } of own) await remove(file)
    await remove(folder)
  }
  const keys = new Set(namesIn(folders.setups).map((name) => basename(name, '.done')))
  for (const key of keys) {
    const done = join(folders.setups, `${key}.done`)
    if (writtenAt(done) >= usedBefore) continue
    await remove(done)
    await remove(join(folders.setups, key))
  }

  /** Folders of copies that lead into a place: one link for all, or one for each package. */
  function linksIn(place: string): readonly string[] {
    const modules = join(place, 'node_modules')
    const stat = lstatSync(modules, { throwIfNoEntry: false })
    if (stat === undefined) return []
    const entries = stat.isSymbolicLink() ? [modules] : stat.isDirectory() ? linksBelow(modules) : []
    return entries.flatMap((entry) => copyOf(readlinkSync(entry)))
  }

  function copyOf(target: string): readonly string[] {
    if (!target.startsWith(`${folders.dependencies}/`)) return []
    const [name = ''] = target.slice(folders.dependencies.length + 1).split('/')
    return [join(folders.dependencies, name)]
  }
}

/** Links of packages, and of packages in a scope. */
function linksBelow(folder: string, depth = 0): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) return [path]
    return entry.isDirectory() && depth === 0 && entry.name.startsWith('@') ? linksBelow(path, 1) : []
  })
}

function notesIn(home: string): readonly Noted[] {
  const folder = join(home, 'dependencies')
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ file: join(folder, name), note: read(join(folder, name)) }))
}

function read(file: string): CopyNote | null {
  try {
    return copyNote.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null
  } catch {
    return null
  }
}
