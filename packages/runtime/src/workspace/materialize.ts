import { isUtf8 } from 'node:buffer'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Entry, SigmaGit } from '../git/sigma-git.ts'
import { isWithin } from '../sandbox/installations.ts'
import { modeOf, oidAt, remember } from './file-state.ts'
import { isFolderOf, isUntouched, type Laid } from './module-links.ts'
import { remove } from './remove.ts'
import { takeSlices } from './slices.ts'
import { type Steady, stepInto } from './steady.ts'

const chunkBytes = 32 * 1024 * 1024

export interface Materials {
  readonly entries: ReadonlyMap<string, Entry>
  /** Contents that git does not have, by name: documents, and files of Git LFS. */
  readonly contents: ReadonlyMap<string, Content>
}

export type Content = Buffer | { readonly file: string }

/**
 * Makes a folder hold exactly these files: removes what does not belong, writes what is missing or different.
 * Never writes through a link and never into an existing file, which may be a second name of somebody else's.
 */
export async function materialize(git: SigmaGit, folder: string, materials: Materials): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await restore(git, folder, materials)
}

/** The same for a folder that is there; untouched links of `laid` stay. Returns those of which every link did. */
export async function restore(
  git: SigmaGit,
  folder: string,
  materials: Materials,
  laid: readonly Laid[] = [],
): Promise<readonly Laid[]> {
  const { entries } = materials
  const folders = foldersIn(entries)
  const slices = takeSlices()
  const correct = new Set<string>()
  const trash = `${folder}.trash`
  await clean('')
  await remove(trash)
  const missing: string[] = []
  for (const [path, { mode }] of entries) if (mode !== '160000' && !correct.has(path)) missing.push(path)
  await writeInto(git, folder, materials, missing)
  for (const path of submodulesOf(entries)) stepInto(folder, path)[Symbol.dispose]()
  const isWhole = ({ links }: Laid): boolean => links.keys().every((path) => correct.has(path))
  for (const { place } of laid.filter((each) => !isWhole(each))) await remove(join(folder, place, 'node_modules'))
  return laid.filter(isWhole)

  async function clean(at: string): Promise<void> {
    for (const name of await names(join(folder, at))) {
      const path = at === '' ? name : `${at}/${name}`
      const stat = lstatSync(join(folder, path))
      if (slices.isOver()) await slices.rest()
      const isFolder = folders.has(path) || laid.some((each) => isFolderOf(each, path, stat))
      if (stat.isDirectory() && isFolder) await clean(path)
      else if (isSame(path, stat) || laid.some((each) => isUntouched(each, path, folder))) correct.add(path)
      else discard(folder, trash, at, name)
    }
  }
  function isSame(path: string, stat: Stats): boolean {
    const entry = entries.get(path)
    if (entry === undefined || modeOf(stat) !== entry.mode || stat.size !== entry.size || stat.nlink !== 1) return false
    return oidAt(git, folder, path, stat) === entry.oid
  }
}

/** Makes a folder that holds exactly the files of `from` hold those of `to`: only what differs is touched. */
export async function change(git: SigmaGit, folder: string, from: Materials, to: Materials): Promise<void> {
  if (from.entries === to.entries) return
  const [trash, folders] = [`${folder}.trash`, foldersIn(to.entries)]
  const [away, missing] = [new Set<string>(), [] as string[]]
  for (const [path, entry] of from.entries) {
    const next = to.entries.get(path)
    // The files of a submodule are among the others; its folder may stay for them.
    if (entry.mode === '160000' && (next?.mode === '160000' || folders.has(path))) continue
    if (next === undefined) away.add(outermostGone(path, folders))
    else if (next.oid !== entry.oid || next.mode !== entry.mode) away.add(path)
  }
  for (const [path, { oid, mode }] of to.entries) {
    const before = from.entries.get(path)
    if (mode !== '160000' && (before?.oid !== oid || before.mode !== mode)) missing.push(path)
  }
  for (const path of away) discard(folder, trash, dirname(path), basename(path))
  await remove(trash)
  await writeInto(git, folder, to, missing)
  for (const path of submodulesOf(to.entries)) stepInto(folder, path)[Symbol.dispose]()
}

/** A folder goes with the last of its files. */
function outermostGone(path: string, folders: ReadonlySet<string>): string {
  const parent = dirname(path)
  return parent === '.' || folders.has(parent) ? path : outermostGone(parent, folders)
}

/** Writes these of the files where nothing lies yet. Never writes through a link. */
export async function writeInto(
  git: SigmaGit,
  folder: string,
  { entries, contents }: Materials,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  const slices = takeSlices()
  const submodules = submodulesOf(entries)
  const wanted = paths.flatMap((path) => {
    const entry = entries.get(path)
    return entry === undefined ? [] : [[path, entry] as const]
  })
  const written: (readonly [Stats, string])[] = []
  for (const part of chunks(wanted)) await write(part)
  for (const [stat, oid] of written) remember(git, stat, oid)

  async function write(part: readonly (readonly [string, Entry])[]): Promise<void> {
    const oids = new Set(part.map(([, { oid }]) => oid).filter((oid) => !contents.has(oid)))
    const blobs = await git.blobs([...oids])
    let parent: { readonly at: string; readonly folder: Steady } | null = null
    using _ = { [Symbol.dispose]: () => parent?.folder[Symbol.dispose]() }
    for (const [path, { mode, oid }] of part) {
      const content = contents.get(oid) ?? blobs.get(oid) ?? Buffer.alloc(0)
      if (parent?.at !== dirname(path)) {
        // One at a time: a process may have only so many open.
        parent?.folder[Symbol.dispose]()
        parent = { at: dirname(path), folder: stepInto(folder, dirname(path)) }
      }
      const file = join(parent.folder.path, basename(path))
      // What belongs to a submodule can be read only: nobody's change to it is taken in.
      const mask = submodules.some((each) => isWithin(each, path)) ? 0o555 : 0o755
      if (mode !== '120000') {
        const stat = lay(file, content, mask & (mode === '100755' ? 0o755 : 0o644))
        if (stat !== null) written.push([stat, oid])
      }
      if (mode === '120000' && Buffer.isBuffer(content)) symlinkSync(content, file)
      if (slices.isOver()) await slices.rest()
    }
  }
}

/** Takes a name away in one step, so that nothing below it is looked up by a path that may lead elsewhere by then. */
function discard(folder: string, trash: string, at: string, name: string): void {
  using parent = stepInto(folder, at)
  const file = join(parent.path, name)
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) {
    rmSync(file, { force: true })
    return
  }
  mkdirSync(trash, { recursive: true, mode: 0o700 })
  // Moving a folder changes it, for it holds the name of the one above.
  chmodSync(file, 0o700)
  renameSync(file, join(trash, crypto.randomUUID()))
}

/** Returns what tells whether the file was changed since; null: nobody knows yet. */
function lay(file: string, content: Content, mode: number): Stats | null {
  if (!Buffer.isBuffer(content)) {
    copyFileSync(content.file, file, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    chmodSync(file, mode)
    return null
  }
  const opened = openSync(file, 'wx', mode)
  try {
    writeFileSync(opened, content)
    return fstatSync(opened)
  } finally {
    closeSync(opened)
  }
}

export function submodulesOf(entries: ReadonlyMap<string, Entry>): readonly string[] {
  const found: string[] = []
  for (const [path, { mode }] of entries) if (mode === '160000') found.push(path)
  return found
}

const foldersOfEntries = new WeakMap<ReadonlyMap<string, Entry>, ReadonlySet<string>>()

/** Those of a commit are asked for again and again. */
function foldersIn(entries: ReadonlyMap<string, Entry>): ReadonlySet<string> {
  const folders = foldersOfEntries.get(entries) ?? foldersOf(entries.keys())
  foldersOfEntries.set(entries, folders)
  return folders
}

export const hasFolder = ({ entries }: Materials, path: string): boolean => foldersIn(entries).has(path)

/** Is there a file, a link or a folder at a path? */
export const holds = (materials: Materials, path: string): boolean =>
  materials.entries.has(path) || hasFolder(materials, path)

export function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let at = dirname(path); at !== '.' && !folders.has(at); at = dirname(at)) folders.add(at)
  }
  return folders
}

/** Names in a folder; those that are no UTF-8, which no commit of ours can hold, are removed on the way. */
async function names(folder: string): Promise<readonly string[]> {
  const list = listed(folder)
  const unreadable = list.filter((name) => !isUtf8(name))
  for (const name of unreadable)
    await rm(Buffer.concat([Buffer.from(`${folder}/`), name]), { recursive: true, force: true })
  return list.filter((name) => isUtf8(name)).map((name) => name.toString('utf8'))
}

function listed(folder: string): readonly Buffer[] {
  try {
    return readdirSync(folder, { encoding: 'buffer' })
  } catch {
    chmodSync(folder, 0o700)
    return readdirSync(folder, { encoding: 'buffer' })
  }
}

/** Parts of which each is no more than some megabytes, for a part is in memory as a whole. */
function chunks(files: readonly (readonly [string, Entry])[]): readonly (readonly (readonly [string, Entry])[])[] {
  let size = 0
  const parts = Map.groupBy(files, ([, entry]) => {
    size += entry.size
    return Math.floor(size / chunkBytes)
  })
  return [...parts.values()]
}
