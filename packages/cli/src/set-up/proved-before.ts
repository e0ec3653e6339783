/**
 * What was proved of the gates stays true for the same Sigma, runner, Node and sandbox, in whatever project, and what was
 * seen of a commit for the same commit and surroundings: both are kept in the cache, and not played again.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { cacheFolderOf, prepareCache } from '../project/folders.ts'
import type { World } from '../world.ts'
import { ownCode } from './sandbox.ts'

const provedSchema = z.object({
  runner: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  tookMs: z.number(),
  proofs: z.array(
    z.object({
      gate: z.string(),
      rule: z.string().nullable(),
      title: z.string(),
      ok: z.boolean(),
      saw: z.string(),
      ms: z.number(),
    }),
  ),
})

/** Gates that were shown their proofs, whether or not all of them held. */
export type ProvedBefore = z.infer<typeof provedSchema>

const seenSchema = z.object({
  at: z.number(),
  findings: z.array(
    z
      .object({
        ...{ what: z.string(), ok: z.boolean(), saw: z.string(), hint: z.string().nullable() },
        untried: z.literal(true).exactOptional(),
      })
      .readonly(),
  ),
})

/** What a look at a commit found. */
export type SeenBefore = z.infer<typeof seenSchema>

/** The name of what is kept. `around`: all that could make it come out otherwise, but Sigma itself. */
export function keptKey(around: readonly unknown[]): string {
  own ??= ownFiles()
  return createHash('sha256')
    .update(JSON.stringify([...around, own]))
    .digest('hex')
    .slice(0, 32)
}

/** Looked at once: what is written there later is not what runs in this process. */
let own: readonly string[] | null = null

/** Null: nothing was proved, or what was kept of it cannot be read. */
export const provedBefore = (world: World, key: string): ProvedBefore | null =>
  keptIn(fileOf(world, 'proved', key), provedSchema)

/** Null: nothing was seen, or what was kept of it cannot be read. */
export const seenBefore = (world: World, key: string): SeenBefore | null =>
  keptIn(fileOf(world, 'seen', key), seenSchema)

export const keepProved = (world: World, key: string, proved: ProvedBefore): void => keep(world, 'proved', key, proved)

export const keepSeen = (world: World, key: string, seen: SeenBefore): void => keep(world, 'seen', key, seen)

/** What one proof with this runner took when they were last played here, others beside it; null: they never were. */
export function proofMsBefore(world: World, runner: string): number | null {
  const all = namesIn(folderOf(world, 'proved')).flatMap(
    (name) => keptIn(join(folderOf(world, 'proved'), name), provedSchema) ?? [],
  )
  const [last] = all
    .filter((each) => each.runner === runner && each.proofs.length > 0)
    .toSorted((one, other) => other.at - one.at)
  return last === undefined ? null : last.tookMs / last.proofs.length
}

type Kind = 'proved' | 'seen'

/** Of each kind; the oldest go. */
const mostKept = 50

const folderOf = (world: World, kind: Kind): string => join(cacheFolderOf(world), kind)
const fileOf = (world: World, kind: Kind, key: string): string => join(folderOf(world, kind), `${key}.json`)

function keptIn<Kept>(file: string, schema: z.ZodType<Kept>): Kept | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function keep(world: World, kind: Kind, key: string, kept: ProvedBefore | SeenBefore): void {
  prepareCache(world)
  const [folder, file] = [folderOf(world, kind), fileOf(world, kind, key)]
  mkdirSync(folder, { recursive: true })
  const fresh = `${file}.${crypto.randomUUID().slice(0, 8)}`
  writeFileSync(fresh, JSON.stringify(kept))
  renameSync(fresh, file)
  const byAge = namesIn(folder)
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs }))
    .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))
  for (const { path } of byAge.slice(mostKept)) rmSync(path, { force: true })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Sigma’s own files, path and content of each, so that another Sigma is another key, and the same one installed again is not. */
function ownFiles(): readonly string[] {
  const root = ownCode()
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.slice(root.length).includes('node_modules'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return `${path.slice(root.length)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
    })
    .sort()
}
