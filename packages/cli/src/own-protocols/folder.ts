/** Protocols that a project brings itself: programs in a folder of their own, each a kit. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '@sigma/engine/reading'

/** Beside the configuration. */
export const ownProtocols = 'sigma.protocols'

export interface OwnPrograms {
  readonly folder: string
  /** Absolute paths of those that each export a kit, by name. */
  readonly entries: readonly string[]
  /** Hash of every file that lies there, with its path: programs of the folder load nothing else. */
  readonly digest: string
}

/** A file of the folder itself; those below it are for others to load. */
const isEntry = (path: string): boolean =>
  /^[^/]+\.(ts|mts|js|mjs)$/.test(path) && !/\.(test|spec|d)\.[^.]+$/.test(path)

/** Null: there is no such folder, or nothing in it that could be a protocol. */
export function ownProgramsIn(root: string): OwnPrograms | null {
  const folder = join(root, ownProtocols)
  if (!existsSync(folder)) return null
  const files = filesBelow(folder).toSorted()
  const entries = files.filter(isEntry)
  if (entries.length === 0) return null
  const digest = sha256(files.map((file) => `${file} ${sha256(readFileSync(join(folder, file)))}`).join('\n'))
  return { folder, entries: entries.map((name) => join(folder, name)), digest }
}

/** Without links, which lead to what no digest of the folder holds, and without what is installed there. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.split('/').includes('node_modules'))
}
