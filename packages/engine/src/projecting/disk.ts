/**
 * Files and folders as projections may touch them: nothing is followed that leads elsewhere, nothing is written but
 * ordinary files, and what people wrote is replaced whole or not at all (temporary file, fsync, rename).
 */
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Why a place can't be written; a sentence's second half, e.g. `is a symbolic link`. */
class Unwritable extends Error {}

const mostBytes = 16 * 1024 * 1024
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Whether a file is there that could be read. Fails with `Unwritable`. */
export function isThere(file: string): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return false
  if (stat.isSymbolicLink()) throw new Unwritable('is a symbolic link')
  if (stat.isDirectory()) throw new Unwritable('is a folder')
  if (!stat.isFile()) throw new Unwritable('is no ordinary file')
  if (stat.size > mostBytes) throw new Unwritable('is larger than 16 MB')
  return true
}

/** Null: nothing is there. Fails with `Unwritable`. */
export function readFile(file: string): Uint8Array | null {
  if (!isThere(file)) return null
  const descriptor = openSync(file, readFlags)
  try {
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Makes the folders from the base down to the file. Fails with `Unwritable` where one is a link or a file. */
export function makeFolders(base: string, path: string): void {
  mkdirSync(base, { recursive: true })
  for (const folder of foldersTo(base, path)) {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
    checkFolder(folder, base)
  }
}

/** Null: a folder on the way is not there. Fails with `Unwritable` where one is a link or a file. */
export function folderOf(base: string, path: string): string | null {
  for (const folder of foldersTo(base, path)) {
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return null
    checkFolder(folder, base)
  }
  return dirname(join(base, path))
}

function checkFolder(folder: string, base: string): void {
  if (lstatSync(folder).isDirectory()) return
  const name = folder.slice(base.length + 1)
  throw new Unwritable(`lies in ${name}, which is no folder of its own`)
}

function foldersTo(base: string, path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => join(base, ...parts.slice(0, at + 1)))
}

/** `scratch` is a folder of Sigma's own, where an unfinished file disturbs nobody. */
export function replaceFile(file: string, bytes: Uint8Array, scratch: string): void {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat !== undefined && (stat.mode & 0o200) === 0) throw new Unwritable('is read-only')
  mkdirSync(scratch, { recursive: true })
  try {
    moveInto(join(scratch, basename(file)), file, bytes, stat?.mode)
  } catch (error) {
    if (!isCode(error, 'EXDEV')) throw error
    moveInto(`${file}.sigma-new`, file, bytes, stat?.mode)
  }
}

function moveInto(temporary: string, file: string, bytes: Uint8Array, mode: number | undefined): void {
  try {
    const descriptor = newFile(temporary)
    try {
      writeWhole(descriptor, bytes)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    if (mode !== undefined) chmodSync(temporary, mode & 0o7777)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** In the place of what an earlier process may have left unfinished there. */
function newFile(file: string): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
  try {
    return openSync(file, flags, 0o666)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    rmSync(file, { force: true })
    return openSync(file, flags, 0o666)
  }
}

/** In one write, where the file is exactly `length` bytes long and has no other name; false: it is not. */
export function appendTo(file: string, length: number, bytes: Uint8Array): boolean {
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW)
  try {
    const { size, nlink, mode } = fstatSync(descriptor)
    if ((mode & 0o200) === 0) throw new Unwritable('is read-only')
    if (size !== length || nlink !== 1) return false
    writeWhole(descriptor, bytes)
    return true
  } finally {
    closeSync(descriptor)
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}

/** Takes the file away, and the folders that are empty then, up to `levels` of them. */
export function removeFile(file: string, levels: number): void {
  unlinkSync(file)
  let folder = dirname(file)
  for (let level = 0; level < levels; level += 1) {
    try {
      rmdirSync(folder)
    } catch {
      return
    }
    folder = dirname(folder)
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** The second half of a sentence. */
export function whyNot(error: unknown): string {
  if (error instanceof Unwritable) return error.message
  const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return `cannot be written (${why})`
}
