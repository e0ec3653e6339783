import { createHash } from 'node:crypto'
import { constants, existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { cp, mkdir, rename, symlink } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { isWithin } from '../sandbox/installations.ts'
import { remove } from './materialize.ts'

/** Folders that tools write into while they run; they are no dependencies. */
export const toolCaches: readonly string[] = ['.cache', '.vite', '.vite-temp', '.vitest']

/** A link in `node_modules` that stands for a package of the same repository. */
export const localLink = z.object({
  /** Below `node_modules`, e.g. `@app/core`. */
  name: z.string(),
  /** Relative to the repository's root, e.g. `packages/core`. */
  target: z.string(),
})
type LocalLink = z.infer<typeof localLink>

/**
 * Copies a `node_modules` folder, file by file: no file of the copy is a second name of one of the user's, and no link
 * leads back to them. Links to packages of the repository are left out and returned, so that each workspace can have
 * its own; links to packages elsewhere on the machine become copies.
 */
export async function copyModules(from: string, to: string, root: string): Promise<readonly LocalLink[]> {
  const source = realpathSync(from)
  const local: LocalLink[] = []
  const inner: { readonly at: string; readonly target: string }[] = []
  const outer: { readonly at: string; readonly target: string }[] = []
  const part = `${to}.part`
  await remove(part)
  await mkdir(dirname(part), { recursive: true, mode: 0o700 })
  await cp(source, part, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => {
      const stat = lstatSync(path)
      if (!stat.isSymbolicLink()) return (stat.isFile() || stat.isDirectory()) && !isToolCache(relative(source, path))
      const target = resolve(dirname(path), readlinkSync(path))
      const name = relative(source, path)
      if (isBelow(source, target)) inner.push({ at: name, target: relative(source, target) })
      else if (isBelow(root, target)) local.push({ name: name.split(sep).join('/'), target: relative(root, target) })
      else if (existsSync(target)) outer.push({ at: name, target })
      return false
    },
  })
  for (const { at, target } of inner)
    await symlink(relative(dirname(join(part, at)), join(part, target)), join(part, at))
  for (const { at, target } of outer) await cp(target, join(part, at), { recursive: true, dereference: true })
  await remove(to)
  await rename(part, to)
  return local
}

/** Changes whenever anything below the folder was written, replaced, added or removed. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  const list = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = list.map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.sort((a, b) => (a < b ? -1 : 1))) {
    const { size, mode, ino, ctimeMs } = lstatSync(path)
    // A change of content cannot leave the time of the last change of state as it was.
    hash.update(`${path} ${size} ${mode} ${ino} ${ctimeMs}\n`)
  }
  return hash.digest('hex')
}

export function isToolCache(name: string): boolean {
  return toolCaches.includes(name)
}

const isBelow = (folder: string, path: string): boolean => path !== folder && isWithin(folder, path)
