/** What the user has confirmed, for each folder with a configuration. Kept in the user's own scope, never in a repository. */
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ownFolder } from '../project/folders.ts'
import type { World } from '../world.ts'
import { trustUnusable } from './errors.ts'
import type { Power } from './powers.ts'

/** Digests by key; values of a configuration, which may be secrets, are not kept. */
export type Confirmed = Readonly<Record<string, string>>

const fileSchema = z.record(z.string(), z.object({ at: z.string(), powers: z.record(z.string(), z.string()) }))

type Trusted = z.infer<typeof fileSchema>

const trustedFile = (world: World): string => join(ownFolder(world, 'XDG_CONFIG_HOME', '.config'), 'trusted.json')

/** Null: nothing was ever confirmed there. By the real path: another clone, and a repository that was moved, are others. */
export function confirmedIn(world: World, root: string): Confirmed | null {
  const all = read(trustedFile(world))
  const name = realpathSync(root)
  return Object.hasOwn(all, name) ? (all[name]?.powers ?? null) : null
}

/** A machine is told to trust this: by `all`, or by digests with commas between them. */
export function namedBy({ env }: World, digest: string): boolean {
  const told = (env['SIGMA_TRUST'] ?? '').split(',')
  return told.includes('all') || told.includes(digest)
}

/** Beside what was confirmed there before. Fails with `trust-unusable`. */
export function confirm(world: World, root: string, powers: readonly Power[]): void {
  const digests = Object.fromEntries(
    powers.flatMap((power) => [power, ...(power.parts ?? [])]).map(({ key, digest }) => [key, digest]),
  )
  change(world, (all) => ({
    ...all,
    [realpathSync(root)]: {
      at: new Date(world.now()).toISOString(),
      powers: { ...confirmedIn(world, root), ...digests },
    },
  }))
}

/** Fails with `trust-unusable`. */
export function forget(world: World, root: string): void {
  const name = realpathSync(root)
  change(world, (all) => Object.fromEntries(Object.entries(all).filter(([each]) => each !== name)))
}

function change(world: World, changed: (all: Trusted) => Trusted): void {
  const file = trustedFile(world)
  const fresh = `${file}.${crypto.randomUUID().slice(0, 8)}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(fresh, `${JSON.stringify(changed(read(file)), null, 2)}\n`, { mode: 0o600 })
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw trustUnusable(file, error instanceof Error ? error.message : String(error))
  }
}

/** What cannot be read confirms nothing. */
function read(file: string): Trusted {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}
