import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  utimesSync,
} from 'node:fs'
import { copyFile, cp, mkdir, rename, symlink } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { isWithin } from '../sandbox/installations.ts'
import { remove } from './remove.ts'
import { takeSlices } from './slices.ts'

/** Folders that tools write into while they run; they are no dependencies. */
export const toolCaches: readonly string[] = ['.cache', '.vite', '.vite-temp', '.vitest']

/** A link in `node_modules` that stands for a package of the same repository. */
export const localLink = z.object({
  /** Below `node_modules`, e.g. `@app/core`. */
  name: z.string(),
  /** Relative to the repository's root, e.g. `packages/core`. */
  target: z.string(),
})
export type LocalLink = z.infer<typeof localLink>

/**
 * Copies a `node_modules` folder, file by file: no file of the copy is a second name of one of the user's, and no link
 * leads back to them. Links to packages of the repository are left out and returned, so that each workspace can have
 * its own; links to packages elsewhere on the machine become copies.
 */
export async function copyModules(from: string, to: string, root: string): Promise<readonly LocalLink[]> {
  const source = realpathSync(from)
  const part = `${to}.part`
  await remove(part)
  await mkdir(dirname(part), { recursive: true, mode: 0o700 })
  const links = await copyFolder(source, part)
  const local: LocalLink[] = []
  const outer: Link[] = []
  for (const { at, target } of links) {
    if (isBelow(source, target)) await symlink(relative(dirname(join(source, at)), target), join(part, at))
    else if (isBelow(root, target)) local.push({ name: at.split(sep).join('/'), target: relative(root, target) })
    else if (existsSync(target)) outer.push({ at, target })
  }
  for (const { at, target } of outer) await cp(target, join(part, at), { recursive: true, dereference: true })
  await remove(to)
  await rename(part, to)
  return local
}

/** A symbolic link: where it lies below the copied folder, and what it leads to, absolute. */
interface Link {
  readonly at: string
  readonly target: string
}

/**
 * Copies files and folders with their times and modes, and returns the links. What else there is (sockets, pipes) and
 * the caches of tools are left out. It works in slices of a few milliseconds, each of which is one straight run of
 * system calls: with a promise a call, the calls themselves are the smaller part of the work.
 */
async function copyFolder(source: string, to: string): Promise<readonly Link[]> {
  const links: Link[] = []
  const folders = ['']
  const slices = takeSlices()
  for (const folder of folders) {
    const [here, there] = [join(source, folder), join(to, folder)]
    const { mode } = lstatSync(here)
    mkdirSync(there, { mode: mode | 0o700 })
    for (const entry of readdirSync(here, { withFileTypes: true })) {
      const at = join(folder, entry.name)
      const path = join(here, entry.name)
      if (entry.isSymbolicLink()) links.push({ at, target: resolve(here, readlinkSync(path)) })
      else if (isToolCache(at)) continue
      else if (entry.isDirectory()) folders.push(at)
      else if (entry.isFile()) await copyWithTimes(path, join(there, entry.name))
      if (slices.isOver()) await slices.rest()
    }
  }
  return links
}

/** A large file is copied by a thread: it would take a slice of its own and more. */
async function copyWithTimes(from: string, to: string): Promise<void> {
  const { atimeMs, mtimeMs, size } = lstatSync(from)
  if (size > largeBytes) await copyFile(from, to, constants.COPYFILE_FICLONE)
  else copyFileSync(from, to, constants.COPYFILE_FICLONE)
  utimesSync(to, atimeMs / 1000, mtimeMs / 1000)
}

const largeBytes = 4 * 1024 * 1024

export function isToolCache(name: string): boolean {
  return toolCaches.includes(name)
}

const isBelow = (folder: string, path: string): boolean => path !== folder && isWithin(folder, path)
