/** Protocols that a project brings itself: programs in a folder of their own, each a kit. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '@sigma/engine/reading'

/** Beside the configuration. */
export const ownProtocols = 'sigma.protocols'

export interface OwnPrograms {
  /** Absolute paths of those that each export a kit, by name. */
  readonly entries: readonly string[]
  /** Hash of every file that lies there, with its path: what one of them loads counts as well. */
  readonly digest: string
}

const isEntry = (name: string): boolean => /\.(ts|mts|js|mjs)$/.test(name) && !/\.(test|spec|d)\.[^.]+$/.test(name)

/** Null: there is no such folder, or nothing in it that could be a protocol. */
export function ownProgramsIn(root: string): OwnPrograms | null {
  const folder = join(root, ownProtocols)
  const entries = namesIn(folder).filter(isEntry).toSorted()
  if (entries.length === 0) return null
  const files = filesBelow(folder).toSorted()
  const digest = sha256(files.map((file) => `${file} ${sha256(readFileSync(join(folder, file)))}`).join('\n'))
  return { entries: entries.map((name) => join(folder, name)), digest }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Without what is installed there, which no digest of ours could follow: a protocol loads nothing of it. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.split('/').includes('node_modules'))
}
