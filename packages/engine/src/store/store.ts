import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storeBroken, storeTaken } from '../errors.ts'
import { blobsIn } from '../journal/blobs.ts'
import type { Blobs } from '../ports/ports.ts'
import { makeDataFolder } from './data-folder.ts'
import { type Database, databaseOver } from './database.ts'
import { layoutOf, refuseNewer } from './header.ts'
import { type Heads, headsIn, replaceHeads } from './heads.ts'
import { type HostMode, hold } from './lock.ts'
import { keepMeta, meta } from './meta.ts'
import { migrate } from './migration.ts'
import { type Layout, layOut, layout } from './schema.ts'
import { DatabaseSync } from './sqlite.ts'
import { headsOf, isEmpty, isHome, mendHeads, objections, settle } from './standing.ts'
import { told } from './told.ts'

/** A project's store, open for its one writer. */
export interface Store {
  readonly database: Database
  readonly blobs: Blobs
  /** Epoch of this host: one more than that of the host before. */
  readonly epoch: number
  /** What capability tokens are made with. */
  readonly secret: Uint8Array
  /** Tells programs beside the host what it plays. */
  plays(runs: readonly string[]): void
  /** A transaction under this host's epoch. Fails with `store-taken` once a later host has come. */
  write<Result>(work: () => Result): Result
  /** Remembers outside of the database how far a run has come; what it names must be committed. */
  reached(number: number, sequence: number, hash: string): void
  /** Called once it is noticed that the store is not this host's any more, also while nothing is written. */
  onLost(lost: (error: unknown) => void): void
  close(): void
}

export interface StoreSpec {
  /** The data folder; it ignores itself, and nobody but its owner can read it. */
  readonly folder: string
  /** Wall time in milliseconds. */
  readonly now: number
  readonly command: string
  /** Where the host will listen; null: nowhere. */
  readonly socket?: string | null
  /** Absent: `command`. */
  readonly mode?: HostMode | undefined
  /** Absent: this sigma's. */
  readonly layout?: Layout
}

/** Fails with `store-locked`, `store-newer`, `store-broken`, `store-foreign`, `store-rolled-back`, `store-unproved`. */
export function openStore(spec: StoreSpec): Store {
  return opened(spec, (database) => {
    const [objection] = objections(database, spec.folder)
    if (objection !== undefined) throw objection
  })
}

/**
 * Takes a store as it stands: from now on this folder is its home, and its runs have come as far as its journal says.
 * For a person to say; what is changed inside a journal stays named as that. Fails as `openStore` does, but for what it settles.
 */
export function adoptStore(spec: StoreSpec): void {
  opened(spec, (database) => {
    database.transaction(() => settle(database, spec.folder))
    replaceHeads(spec.folder, headsOf(database))
  }).close()
}

function opened(spec: StoreSpec, consider: (database: Database) => void): Store {
  try {
    return open(spec, consider)
  } catch (error) {
    throw told(error)
  }
}

function open(spec: StoreSpec, consider: (database: Database) => void): Store {
  const { folder, now, command, socket = null, mode = 'command', layout: known = layout } = spec
  const file = join(folder, 'sigma.db')
  refuseNewer(file, known)
  makeDataFolder(folder)
  chmodSync(folder, 0o700)
  const processStart = new Date(Date.now() - process.uptime() * 1000).toISOString()
  const since = new Date(now).toISOString()
  const holder = { pid: process.pid, since, processStart, command, mode, socket, plays: [] }
  const { note, release } = hold(folder, holder)
  let sqlite: DatabaseSync | null = null
  try {
    const found = layoutOf(file)
    if (found > 0 && found < known.version) migrate(folder, known)
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 })
    sqlite = new DatabaseSync(file)
    sqlite.exec('PRAGMA busy_timeout = 5000')
    layOut(sqlite, known)
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    const database = databaseOver(sqlite)
    consider(database)
    if (isEmpty(database) && !isHome(database, folder)) database.transaction(() => settle(database, folder))
    mendHeads(database, folder)
    const heads = headsIn(folder)
    return storeOver(sqlite, {
      reached: heads.keep,
      plays: (plays) => note({ ...holder, plays }),
      isThere: presenceOf(file),
      lookMs: 1_000,
      release: () => {
        heads.close()
        release()
      },
    })
  } catch (error) {
    sqlite?.close()
    release()
    throw error
  }
}

/** Tells whether the file is still the one that was opened: SQLite goes on writing one that was removed. */
function presenceOf(file: string): () => boolean {
  const { ino } = statSync(file)
  return () => statSync(file, { throwIfNoEntry: false })?.ino === ino
}

/** What belongs to a store beside its database. */
export interface Surroundings {
  readonly reached: Heads['keep']
  readonly plays: (runs: readonly string[]) => void
  readonly isThere: () => boolean
  /** How often it is looked whether it is there; null: never, but for each writing. */
  readonly lookMs: number | null
  readonly release: () => void
}

/** What a store in memory has beside its database: nothing. */
export const nowhere: Surroundings = {
  reached: () => undefined,
  plays: () => undefined,
  isThere: () => true,
  lookMs: null,
  release: () => undefined,
}

/** Blobs that live as long as this process: for proofs and tests. */
export function memoryBlobs(): Blobs {
  const sqlite = new DatabaseSync(':memory:')
  layOut(sqlite)
  return blobsIn(databaseOver(sqlite))
}

/** Over a database that is open and laid out: for simulations, which kill hosts and keep what they committed. */
export function storeOver(
  sqlite: DatabaseSync,
  { reached, plays, isThere, lookMs, release }: Surroundings = nowhere,
): Store {
  const database = databaseOver(sqlite)
  const epoch = database.transaction(() => {
    const [secret, store] = [randomBytes(32), randomBytes(16)].map((random) => random.toString('hex'))
    const insert = "INSERT OR IGNORE INTO meta VALUES ('epoch', '0'), ('secret', ?), ('store', ?)"
    database.run(insert, secret ?? '', store ?? '')
    keepMeta(database, 'epoch', String(Number(meta(database, 'epoch')) + 1))
    return Number(meta(database, 'epoch'))
  })

  let looking: NodeJS.Timeout | undefined

  /** An agent may work for an hour before the next writing. */
  function look(lost: (error: unknown) => void): void {
    try {
      refuseLost()
    } catch (error) {
      clearInterval(looking)
      lost(error)
    }
  }

  function refuseLost(): void {
    const taken = Number(meta(database, 'epoch')) !== epoch
    if (!taken && isThere()) return
    const lost = taken
      ? storeTaken()
      : storeBroken('it was moved or removed while it was in use', undefined, 'ls -la .sigma')
    database.poison(lost)
    throw lost
  }

  return {
    database,
    blobs: blobsIn(database),
    epoch,
    secret: Buffer.from(meta(database, 'secret'), 'hex'),
    plays,
    write: (work) =>
      database.transaction(() => {
        refuseLost()
        return work()
      }),
    reached: (number, sequence, hash) => {
      try {
        reached(number, sequence, hash)
      } catch (error) {
        database.poison(told(error))
        throw database.failure()
      }
    },
    onLost: (lost) => {
      if (lookMs !== null) looking = setInterval(() => look(lost), lookMs).unref()
    },
    close: () => {
      clearInterval(looking)
      database.close()
      release()
    },
  }
}
