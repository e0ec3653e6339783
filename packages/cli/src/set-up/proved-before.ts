/**
 * What was proved of the gates stays true for the same Sigma, runner, Node and sandbox, in whatever project: it is kept in
 * the cache, and not shown to the gates again.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { cacheFolderOf, prepareCache } from '../project/folders.ts'
import type { World } from '../world.ts'
import type { Proved } from './gate-proofs.ts'
import { ownCode } from './sandbox.ts'

const provedSchema = z.object({
  gate: z.string(),
  rule: z.string().nullable(),
  title: z.string(),
  ok: z.literal(true),
  saw: z.string(),
  ms: z.number(),
})
const keptSchema = z.object({ at: z.number(), proofs: z.array(provedSchema) })

export interface ProvedBefore {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly proofs: readonly Proved[]
}

/** The name of what was proved. `around`: all that could make the proofs come out otherwise, but Sigma itself. */
export function proofsKey(around: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([...around, ownFiles()]))
    .digest('hex')
    .slice(0, 32)
}

/** Null: nothing was proved, or what was kept of it cannot be read. */
export function provedBefore(world: World, key: string): ProvedBefore | null {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(fileOf(world, key), 'utf8')))
  } catch {
    return null
  }
}

export function keepProved(world: World, key: string, proved: ProvedBefore): void {
  prepareCache(world)
  const file = fileOf(world, key)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, JSON.stringify(proved))
}

const fileOf = (world: World, key: string): string => join(cacheFolderOf(world), 'proved', `${key}.json`)

/** Sigma’s own files: path, size and time of change of each, so that another Sigma is another key. */
function ownFiles(): readonly string[] {
  const root = ownCode()
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.slice(root.length).includes('node_modules'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const { size, mtimeMs } = statSync(path)
      return `${path.slice(root.length)} ${size} ${mtimeMs}`
    })
    .sort()
}
