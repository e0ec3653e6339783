/**
 * What lies in folders of installed packages, seen once with the names of all: whether it is still the same is then told by
 * looking at each known file and folder, without reading any. A name that came or went shows in the times of its folder.
 */
import { hash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isToolCache } from './dependency-copy.ts'
import { type Slices, takeSlices } from './slices.ts'

/**
 * `person`: theirs, which tools of theirs write beside: caches and notes at the top say nothing, nor does a moved time of the
 * last change of state, for another name of a file moves it. `copy`: Sigma's own, where any trace of a change counts.
 */
export type Owner = 'person' | 'copy'

export interface Sight {
  /** Changes with what lies there. */
  readonly identity: string
  readonly links: readonly SeenLink[]
  /** `folders`: names that came or went, and what tools note of an installation; `all`: every file. */
  isSame(what: 'folders' | 'all'): Promise<boolean>
}

/** A symbolic link: where it lies, and what it leads to, both absolute. */
export interface SeenLink {
  readonly path: string
  readonly target: string
}

/** Files in which package managers note what they installed; they are written last. */
export const ledgers: readonly string[] = [
  '.package-lock.json',
  '.modules.yaml',
  '.yarn-integrity',
  '.yarn-state.yml',
  '.bun-tag',
]

interface Seen {
  /** Without the folders looked in first, where those are a person's: caches of tools move their times. */
  readonly folders: string[]
  readonly notes: string[]
  readonly files: string[]
  readonly links: SeenLink[]
}

export async function see(tops: readonly string[], owner: Owner): Promise<Sight> {
  const slices = takeSlices()
  const seen: Seen = { folders: [], notes: [], files: [], links: [] }
  for (const top of tops) await walk(top, owner, seen, slices)
  const { folders, notes, files, links } = seen
  const names = owner === 'person' ? tops.map(namesIn) : []
  const light = await marksOf([...folders, ...notes], owner, slices)
  const heavy = await marksOf(files, owner, slices)
  return {
    identity: hash('sha256', [...names, ...folders, ...notes, ...files, light.join(), heavy.join()].join('\n')),
    links,
    isSame: async (what) => {
      if (owner === 'person' && tops.some((top, at) => namesIn(top) !== names[at])) return false
      if (!(await areSame([...folders, ...notes], light, owner))) return false
      return what === 'folders' || (await areSame(files, heavy, owner))
    },
  }
}

async function walk(top: string, owner: Owner, seen: Seen, slices: Slices): Promise<void> {
  const folders = [top]
  for (const folder of folders) {
    const isTop = folder === top
    if (owner === 'copy' || !isTop) seen.folders.push(folder)
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (isTop && owner === 'person' && isBeside(entry.name, entry.isFile())) continue
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isSymbolicLink()) seen.links.push({ path, target: resolve(folder, readlinkSync(path)) })
      else if (isTop && ledgers.includes(entry.name)) seen.notes.push(path)
      else seen.files.push(path)
      if (slices.isOver()) await slices.rest()
    }
  }
}

/** What tools write at the top beside the packages, and what no package is found by. */
const isBeside = (name: string, isFile: boolean): boolean =>
  isToolCache(name) || (isFile && name.startsWith('.') && !ledgers.includes(name))

const namesIn = (top: string): string =>
  entriesOf(top)
    .filter((entry) => !isBeside(entry.name, entry.isFile()))
    .map(({ name }) => name)
    .sort()
    .join('\n')

/** None where it went meanwhile: somebody installs. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

const numbers = 2

async function marksOf(paths: readonly string[], owner: Owner, slices: Slices): Promise<Float64Array> {
  const marks = new Float64Array(paths.length * numbers)
  for (const [at, path] of paths.entries()) {
    marks.set(markOf(path, owner), at * numbers)
    if (slices.isOver()) await slices.rest()
  }
  return marks
}

async function areSame(paths: readonly string[], marks: Float64Array, owner: Owner): Promise<boolean> {
  const slices = takeSlices()
  for (const [at, path] of paths.entries()) {
    const [time, kind] = markOf(path, owner)
    if (time !== marks[at * numbers] || kind !== marks[at * numbers + 1]) return false
    if (slices.isOver()) await slices.rest()
  }
  return true
}

/** When it was changed, and its size and mode in one number; nothing there is a mark as well. */
function markOf(path: string, owner: Owner): readonly [time: number, kind: number] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return [-1, -1]
  const { ctimeMs, mtimeMs, mode } = stat
  // A folder's size is the file system's affair.
  const size = stat.isDirectory() ? 0 : stat.size
  return [owner === 'copy' ? ctimeMs : mtimeMs, size * 65_536 + mode]
}
