/**
 * Whose a folder in the cache is. Its name is a digest of the repository's folder, so each host notes there which data
 * folder it plays; a monorepo may have several. `sigma gc` takes no folder of a project that may still be somewhere.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { namesIn, writtenAt } from './disk.ts'

const noteSchema = z.object({
  /** Sigma's data folder. */
  folder: z.string(),
  /** Device number of the file system that the folder lay on. */
  device: z.number(),
})

export interface Home extends z.infer<typeof noteSchema> {
  /** When a host last noted it: milliseconds since 1970. */
  readonly usedAt: number
}

/** `project`: the repository's folder in the cache. */
export function noteHome(project: string, folder: string): void {
  const file = join(project, '.homes', `${createHash('sha256').update(folder).digest('hex').slice(0, 12)}.json`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, JSON.stringify({ folder, device: statSync(folder).dev }))
  renameSync(`${file}.new`, file)
}

/** A note that cannot be read makes the folder nobody's that is known. */
export function homesOf(project: string): readonly Home[] {
  const files = namesIn(join(project, '.homes')).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) => {
    const file = join(project, '.homes', name)
    const read = noteSchema.safeParse(parsed(file))
    return read.success ? [{ ...read.data, usedAt: writtenAt(file) }] : []
  })
}

/** Whether the data folder is gone while its file system is there: folders on a disk that is not mounted at the moment are not gone. */
export function isGone({ folder, device }: Home): boolean {
  return !existsSync(folder) && statSync(nearestAbove(folder)).dev === device
}

function nearestAbove(folder: string): string {
  return existsSync(folder) ? folder : nearestAbove(dirname(folder))
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
