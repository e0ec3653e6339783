/**
 * What lies in a person's folder beside a commit, and is read by tests: found by the paths and globs that a person
 * confirmed, and laid into checkouts as copies. No link leads out of the project, and nothing of git's, of Sigma's or of
 * what is installed is taken.
 */
import { createHash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  type Stats,
  symlinkSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type BesideFile, createMatcher } from '@sigma/engine'
import { modulePlace } from '@sigma/protocol'
import { readsMissing, readsOutside, readsTooMuch } from '../errors.ts'
import { isWithin } from '../sandbox/installations.ts'
import { namesSecrets } from '../secrets/names.ts'
import { takeTurns } from './file-state.ts'
import { stepInto } from './steady.ts'

/** The git folder of a checkout's own, in `tests.reads`. */
export const ownGit = '.git'

const mostRead = { files: 10_000, bytes: 256 * 1024 * 1024, looked: 200_000 } as const

/** Laid without a person's word, to find out why tests fail. */
const mostTried = { files: 2_000, bytes: 32 * 1024 * 1024 } as const

const closed: ReadonlySet<string> = new Set(['.git', '.sigma', 'node_modules'])

interface Found {
  readonly path: string
  readonly stat: Stats
}

/** Is this path one of the commit's? */
type IsCommitted = (path: string) => boolean

/** Lays what these paths and globs name, and says by hash what was laid. */
export async function layBeside(
  root: string,
  folder: string,
  reads: readonly string[],
  isCommitted: IsCommitted,
): Promise<Readonly<Record<string, string>>> {
  const laid: [string, string][] = []
  const turn = takeTurns()
  for (const { path, stat } of await foundBy(root, reads, isCommitted)) {
    using parent = stepInto(folder, dirname(path))
    const [from, to] = [join(root, path), join(parent.path, basename(path))]
    if (stat.isSymbolicLink()) {
      const target = relative(dirname(from), resolve(dirname(from), readlinkSync(from)))
      symlinkSync(target, to)
      laid.push([path, hashOf(target)])
    } else {
      copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      laid.push([path, hashOf(readFileSync(to))])
    }
    await turn()
  }
  return Object.fromEntries(laid)
}

/** The paths of what would be laid beside a commit. */
export async function besidePaths(
  root: string,
  reads: readonly string[],
  isCommitted: IsCommitted,
): Promise<readonly string[]> {
  return (await foundBy(root, reads, isCommitted)).map(({ path }) => path)
}

/** Would a file at this path stand where one of these is laid, in the way of it, or be loaded in place of it? */
export function createSupplanting(laid: readonly string[]): (path: string) => boolean {
  const places = new Set(laid.map(modulePlace))
  const files = new Set(laid.map(folded))
  const folders = new Set(laid.flatMap((path) => foldersAbove(folded(path))))
  return (path) => {
    const at = folded(path)
    return places.has(modulePlace(path)) || folders.has(at) || foldersAbove(at).some((above) => files.has(above))
  }
}

const foldersAbove = (path: string): readonly string[] => {
  const parts = path.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** Some file systems take names for one another that differ in this. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase()

/** Fails with `reads-missing`, `reads-outside` and `reads-too-much`. */
async function foundBy(root: string, reads: readonly string[], isCommitted: IsCommitted): Promise<readonly Found[]> {
  const globs = reads.filter((each) => each !== ownGit)
  if (globs.length === 0) return []
  const isRead = createMatcher(globs.flatMap(withAllBelow))
  const named = new Set(globs.filter(isPlain).map(bare))
  const found = new Map<string, Found>()
  let [looked, bytes] = [0, 0]
  const take = (path: string, stat: Stats): void => {
    // A person who means a file that is called like a secret says so by its name.
    if (found.has(path) || isCommitted(path) || !isRead(path) || (namesSecrets(path) && !named.has(path))) return
    if (stat.isSymbolicLink() && leadsTo(root, path) === null) {
      if (named.has(path)) throw readsOutside(path)
      return
    }
    if (!stat.isFile() && !stat.isSymbolicLink()) return
    found.set(path, { path, stat })
    bytes += stat.size
    if (found.size > mostRead.files || bytes > mostRead.bytes) throw readsTooMuch(globs)
  }
  const walk = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(root, path), { withFileTypes: true })) {
      looked += 1
      if (looked > mostRead.looked) throw readsTooMuch(globs)
      if (closed.has(entry.name)) continue
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      const stat = lstatSync(join(root, inner), { throwIfNoEntry: false })
      if (stat?.isDirectory() === true) await walk(inner)
      else if (stat !== undefined) take(inner, stat)
    }
  }
  for (const glob of globs.filter((each) => !each.startsWith('!'))) {
    const start = isPlain(glob) ? bare(glob) : fixedPart(glob)
    const stat = plainly(root, start)
    if (stat === 'outside') throw readsOutside(start)
    if (stat === null && isPlain(glob)) throw readsMissing(start)
    if (stat?.isDirectory() === true) await walk(start)
    else if (stat !== null) take(start, stat)
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The first of these paths and globs that names nothing in the folder; null: each names something. */
export function absentRead(root: string, reads: readonly string[]): string | null {
  let looked = 0
  const hasMatch = (at: string, isRead: (path: string) => boolean): boolean =>
    readdirSync(join(root, at), { withFileTypes: true }).some((entry) => {
      looked += 1
      // What is too much to look through is told where it would be copied.
      if (looked > mostRead.looked) return true
      if (closed.has(entry.name)) return false
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      return entry.isDirectory() ? hasMatch(path, isRead) : isRead(path)
    })
  const isAbsent = (glob: string): boolean => {
    const start = isPlain(glob) ? bare(glob) : fixedPart(glob)
    const stat = plainly(root, start)
    if (stat === null || isPlain(glob)) return stat === null
    return stat !== 'outside' && stat.isDirectory() && !hasMatch(start, createMatcher(withAllBelow(glob)))
  }
  return reads.find((each) => each !== ownGit && !each.startsWith('!') && isAbsent(each)) ?? null
}

/** What a trial may lay for these paths; nothing for those that are not there, or that the commit holds. */
export async function besideAt(
  root: string,
  paths: readonly string[],
  isCommitted: IsCommitted,
  holdsBelow: (folder: string) => boolean,
): Promise<readonly BesideFile[]> {
  const files: BesideFile[] = []
  for (const path of paths) {
    if (path.split('/').some((part) => closed.has(part) || part === '..') || isCommitted(path)) continue
    const stat = plainly(root, path)
    if (stat === null || stat === 'outside' || (stat.isDirectory() && holdsBelow(path))) continue
    const reads = outermost(path, holdsBelow)
    const unfit = namesSecrets(path) ? 'secret' : (await isLittle(root, reads)) ? null : 'too-much'
    files.push({ path, reads, unfit })
  }
  return files
}

function outermost(path: string, holdsBelow: (folder: string) => boolean): string {
  const above = dirname(path)
  return above === '.' || holdsBelow(above) ? path : outermost(above, holdsBelow)
}

async function isLittle(root: string, path: string): Promise<boolean> {
  let [files, bytes] = [0, 0]
  const left = [path]
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const stat = lstatSync(join(root, at), { throwIfNoEntry: false })
    files += 1
    bytes += stat?.size ?? 0
    if (files > mostTried.files || bytes > mostTried.bytes) return false
    if (stat?.isDirectory() !== true) continue
    for (const name of await readdir(join(root, at))) if (!closed.has(name)) left.push(`${at}/${name}`)
  }
  return true
}

/** Without a link or a step up on the way, which could lead anywhere. */
function plainly(root: string, path: string): Stats | 'outside' | null {
  if (path.split('/').includes('..')) return 'outside'
  let stat: Stats | undefined = lstatSync(root)
  const parts = path.split('/').filter((part) => part !== '')
  for (const [at] of parts.entries()) {
    const inner = parts.slice(0, at + 1).join('/')
    stat = lstatSync(join(root, inner), { throwIfNoEntry: false })
    if (stat === undefined) return null
    if (at < parts.length - 1 && stat.isSymbolicLink()) return 'outside'
    if (at < parts.length - 1 && !stat.isDirectory()) return null
  }
  return stat
}

/** Where a link leads to, if that is in the project and no closed place of it. */
function leadsTo(root: string, path: string): string | null {
  const target = resolve(root, dirname(path), readlinkSync(join(root, path)))
  if (!isWithin(root, target)) return null
  const inside = relative(root, target)
  return inside.split('/').some((part) => closed.has(part)) || plainly(root, inside) === 'outside' ? null : inside
}

const withAllBelow = (glob: string): readonly string[] =>
  isPlain(glob) ? [bare(glob), `${bare(glob)}/**`] : [glob, `${glob.replace(/\/$/, '')}/**`]

const isPlain = (glob: string): boolean => !/[*?[\]{}()!]/.test(glob)

const bare = (path: string): string => path.replace(/^\.\//, '').replace(/\/+$/, '')

/** The folders before the first part that is a pattern. */
function fixedPart(glob: string): string {
  const parts = bare(glob).split('/')
  const end = parts.findIndex((part) => !isPlain(part))
  return parts.slice(0, end).join('/')
}

const hashOf = (content: string | Uint8Array): string => `sha256:${createHash('sha256').update(content).digest('hex')}`
