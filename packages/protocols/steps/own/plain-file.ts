/**
 * Files of a project as they are told to followers and agents, who may print what they hold: nothing but plain files of the
 * project itself, for a link that came with a repository may lead to anything of the user's.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'

export type PlainFile =
  | { readonly kind: 'file'; readonly bytes: Buffer }
  | { readonly kind: 'missing' | 'link' | 'long' }

/** `path`: below the root, where no folder on its way is a link either; above it links lead where the user had them lead. */
export function plainFile(root: string, path: string, most: number): PlainFile {
  const { kind } = placeOf(root, path)
  if (kind === 'file') return read(join(root, path), most)
  return { kind: kind === 'folder' ? 'missing' : kind }
}

/**
 * What tells whether a plain file is still the one that was read; null: it is none, or changed so lately that another change
 * would not be told.
 */
export function markOf(root: string, path: string): string | null {
  const { kind, found } = placeOf(root, path)
  if (kind !== 'file' || found === undefined || Date.now() - found.ctimeMs < settledMs) return null
  const { dev, ino, mode, size, mtimeMs, ctimeMs } = found
  return `${dev} ${ino} ${mode} ${size} ${mtimeMs} ${ctimeMs}`
}

/** Twice what file systems take for one moment, and more. */
const settledMs = 50

/** The folder is one, and no link leads to it. */
export const isPlainFolder = (root: string, path: string): boolean => placeOf(root, path).kind === 'folder'

export const isPlainFile = (root: string, path: string): boolean => placeOf(root, path).kind === 'file'

/** Of a path that somebody typed: where it lies in the project, `null` where it does not. */
export function withinRoot(root: string, path: string): string | null {
  const inside = relative(root, path)
  return inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? null : inside
}

interface Place {
  readonly kind: 'file' | 'folder' | 'link' | 'missing'
  readonly found: Stats | undefined
}

function placeOf(root: string, path: string): Place {
  let at = root
  let found: Stats | undefined
  for (const part of path.split(/[/\\]/)) {
    at = join(at, part)
    found = stat(at)
    if (found?.isSymbolicLink() === true) return { kind: 'link', found }
  }
  return { kind: found?.isFile() === true ? 'file' : found?.isDirectory() === true ? 'folder' : 'missing', found }
}

function stat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A file stands where a folder was to be.
    return undefined
  }
}

/** Also where it becomes a link, or grows, just then. */
function read(path: string, most: number): PlainFile {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch {
    return { kind: 'missing' }
  }
  try {
    const { size } = fstatSync(file)
    return size > most ? { kind: 'long' } : { kind: 'file', bytes: readFileSync(file) }
  } finally {
    closeSync(file)
  }
}
