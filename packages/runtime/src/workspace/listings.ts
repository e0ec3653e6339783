/**
 * What git lists of a person's files, asked anew only where the list could be another one. What holds:
 *
 *  1. A list hangs on the names in the folders that git looks at, on the index, and on the rules of what is ignored.
 *     As long as none of these changed the list is the same.
 *  2. The folders are looked at before git is asked: what changes in between is found out the next time.
 *  3. A folder whose times stand still holds the same names. One that changed too shortly before it was looked at could
 *     change once more within the same tick, so its names are compared.
 */
import { createHash } from 'node:crypto'
import { type BigIntStats, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Git } from '../git/git.ts'
import type { UsableRepository } from '../git/repository.ts'
import { takeSlices } from './slices.ts'

/** Paths relative to the root. */
export interface Listing {
  /** Those that git knows, or would take. */
  readonly taken: readonly string[]
  /** Those that it ignores; a folder of nothing else as one, with a slash at its end. */
  readonly ignored: readonly string[]
}

/** `isLeftOut`: what nobody looks at, whatever git says of it. */
export type Listings = (
  place: Pick<UsableRepository, 'root' | 'gitDir'>,
  isLeftOut: (path: string) => boolean,
) => Promise<Listing>

interface Known {
  readonly listing: Listing
  readonly seen: Seen
}

/** What a list hangs on. */
interface Seen {
  /** Times of the index, the configuration and the rules, by path. */
  readonly files: ReadonlyMap<string, string>
  readonly folders: Map<string, Folder>
  /** Folders that were not looked into. */
  readonly leftOut: readonly string[]
}

interface Folder {
  readonly times: string
  /** A hash of its names and kinds. */
  readonly names: string
}

/** With more folders git is asked each time: to look into them takes longer. */
const mostFolders = 10_000

/** The clock of a file system ticks at least so often. */
const tickNs = 20_000_000n

export function createListings(git: Git): Listings {
  const known = new Map<string, Known>()
  const tooMany = new Set<string>()
  return async ({ root, gitDir }, isLeftOut) => {
    const key = `${root}\0${gitDir}`
    const before = known.get(key)
    if (before !== undefined && (await isSame(root, before.seen, isLeftOut))) return before.listing
    known.delete(key)
    const seen = tooMany.has(key) ? null : await look(root, gitDir, isLeftOut)
    const listing = await list(git, { root, gitDir })
    if (seen === 'too many') tooMany.add(key)
    else if (seen !== null) known.set(key, { listing, seen })
    return listing
  }
}

async function list(git: Git, { root, gitDir }: Pick<UsableRepository, 'root' | 'gitDir'>): Promise<Listing> {
  const fields = async (...options: readonly string[]): Promise<readonly string[]> =>
    (await git.run({ gitDir, workTree: root }, { verb: 'ls-files', options: [...options, '-z'] })).fields()
  const [taken, ignored] = await Promise.all([
    fields('--cached', '--others', '--exclude-standard'),
    fields('--others', '--ignored', '--exclude-standard', '--directory'),
  ])
  return { taken, ignored }
}

/** Null: whether it changes cannot be known now. */
async function look(
  root: string,
  gitDir: string,
  isLeftOut: (path: string) => boolean,
): Promise<Seen | 'too many' | null> {
  const now = BigInt(Date.now()) * 1_000_000n
  const files = new Map<string, string>()
  const folders = new Map<string, Folder>()
  const leftOut: string[] = []
  const slices = takeSlices()
  for (const file of steeringFiles(gitDir)) files.set(file, timesOfFile(file))
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (folders.size >= mostFolders) return 'too many'
    if (slices.isOver()) await slices.rest()
    const found = lookInto(root, folder)
    if (found === null) return null
    const { times, changed, entries } = found
    folders.set(folder, { times: now - changed < tickNs ? 'just changed' : times, names: namesOf(entries) })
    for (const { name, kind } of entries) {
      const path = `${folder}${name}`
      if (name === '.gitignore') files.set(join(root, path), timesOfFile(join(root, path)))
      if (kind !== 'folder' || name === '.git') continue
      if (isPassedOver(path, name, isLeftOut)) leftOut.push(path)
      else waiting.push(`${path}/`)
    }
  }
  const isSettled = [...files.values()].every((times) => times === 'gone' || now - changedAt(times) >= tickNs)
  return isSettled ? { files, folders, leftOut } : null
}

async function isSame(root: string, seen: Seen, isLeftOut: (path: string) => boolean): Promise<boolean> {
  const slices = takeSlices()
  for (const [file, times] of seen.files) if (timesOfFile(file) !== times) return false
  for (const path of seen.leftOut)
    if (!isPassedOver(path, path.slice(path.lastIndexOf('/') + 1), isLeftOut)) return false
  const now = BigInt(Date.now()) * 1_000_000n
  for (const [folder, { times, names }] of seen.folders) {
    if (slices.isOver()) await slices.rest()
    const stat = lstatSync(join(root, folder), { bigint: true, throwIfNoEntry: false })
    if (stat?.isDirectory() !== true) return false
    if (timesOf(stat) === times) continue
    const found = lookInto(root, folder)
    if (found === null || namesOf(found.entries) !== names) return false
    if (now - found.changed >= tickNs) seen.folders.set(folder, { times: found.times, names })
  }
  return true
}

/** Installed packages are listed by their folder alone; what is in the other folders nobody looks at. */
const isPassedOver = (path: string, name: string, isLeftOut: (path: string) => boolean): boolean =>
  name === 'node_modules' || (isLeftOut(`${path}/any`) && isLeftOut(`${path}/any/any`))

interface Found {
  readonly times: string
  readonly changed: bigint
  readonly entries: readonly { readonly name: string; readonly kind: string }[]
}

/** Its times before its names. Null: it cannot be read, or is gone. */
function lookInto(root: string, folder: string): Found | null {
  const path = join(root, folder)
  try {
    const stat = lstatSync(path, { bigint: true })
    const entries = readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      kind: entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other',
    }))
    return { times: timesOf(stat), changed: stat.ctimeNs, entries }
  } catch {
    return null
  }
}

function namesOf(entries: Found['entries']): string {
  const sorted = entries.map(({ name, kind }) => `${kind} ${name}`).sort()
  return createHash('sha1').update(sorted.join('\0')).digest('base64')
}

const timesOf = ({ ino, ctimeNs, mtimeNs }: BigIntStats): string => `${ino} ${ctimeNs} ${mtimeNs}`

function timesOfFile(file: string): string {
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? 'gone' : `${stat.ctimeNs} ${stat.ino} ${stat.mtimeNs} ${stat.size} ${stat.mode}`
}

const changedAt = (times: string): bigint => BigInt(times.slice(0, times.indexOf(' ')))

/** Files of git's that say what it knows, and how it lists. */
function steeringFiles(gitDir: string): readonly string[] {
  const pointer = join(gitDir, 'commondir')
  const common = existsSync(pointer) ? resolve(gitDir, readFileSync(pointer, 'utf8').trim()) : gitDir
  return [
    pointer,
    ...[...new Set([gitDir, common])].flatMap((folder) =>
      ['index', 'config', 'config.worktree', 'info/exclude', 'info/sparse-checkout'].map((name) => join(folder, name)),
    ),
  ]
}
