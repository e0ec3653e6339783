/** Copies of dependencies, and what set-up commands installed: made again when they are needed, so only time is lost. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Folders, isCompiled } from '../workspace/folders.ts'
import { type CopyNote, copyNote } from '../workspace/module-copies.ts'
import { remove } from '../workspace/remove.ts'
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

/** Something that is made again when it is needed. */
export interface Copy {
  readonly kind: 'dependencies' | 'set-up'
  readonly name: string
  /** What goes with it, in this order: the note of a copy goes before the copy. */
  readonly paths: readonly string[]
  /** `linked`: by a workspace that stays; `recent`: used since then; null: it does not stay. */
  readonly stays: 'linked' | 'recent' | null
}

/** For times when no host works in the repository's folder of the cache. */
export async function sweepCopies(spec: CopiesSpec): Promise<void> {
  for (const { paths, stays } of copiesIn(spec)) if (stays === null) for (const path of paths) await remove(path)
}

export function copiesIn({ folders, homes, workspaces, usedBefore }: CopiesSpec): readonly Copy[] {
  const notes = homes.flatMap(notesIn)
  const places = new Set(['.', ...notes.flatMap(({ note }) => note?.copies.map(({ place }) => place) ?? [])])
  const linked = new Set(workspaces.flatMap((folder) => [...places].flatMap((place) => linksIn(join(folder, place)))))
  const dependencies = namesIn(folders.dependencies).map((name): Copy => {
    const folder = join(folders.dependencies, name)
    const own = notes.filter(({ note }) => note?.folder === folder).map(({ file }) => file)
    const used = isCompiled(name) ? namesIn(folder).map((each) => join(folder, each)) : own
    const isRecent = used.some((file) => writtenAt(file) >= usedBefore)
    const stays = linked.has(folder) ? 'linked' : isRecent ? 'recent' : null
    return { kind: 'dependencies', name, paths: [...own, folder], stays }
  })
  const keys = new Set(namesIn(folders.setups).map((name) => basename(name, '.done')))
  const setups = [...keys].map((name): Copy => {
    const done = join(folders.setups, `${name}.done`)
    const stays = writtenAt(done) >= usedBefore ? 'recent' : null
    return { kind: 'set-up', name, paths: [done, join(folders.setups, name)], stays }
  })
  return [...dependencies, ...setups]

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
