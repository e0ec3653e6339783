import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SigmaError, storeBroken, storeFull, storeMissing, storeNewer, storeTaken } from '../errors.ts'
import type { Blobs } from '../ports.ts'
import { blobsIn } from './blobs.ts'
import { text } from './columns.ts'
import { type Database, databaseOver, failureOf } from './database.ts'
import { hold } from './lock.ts'
import { layOut, storeVersion, versionOf } from './schema.ts'
import { DatabaseSync } from './sqlite.ts'

/** A project's store, open for its one writer. */
export interface Store {
  readonly database: Database
  readonly blobs: Blobs
  /** One more than that of the host before. */
  readonly epoch: number
  /** What capability tokens are made with. */
  readonly secret: Uint8Array
  /** Tells programs beside the host what it plays. */
  plays(runs: readonly string[]): void
  /** A transaction under this host's epoch. Fails with `store-taken` once a later host has come. */
  write<Result>(work: () => Result): Result
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
}

/** Fails with `store-locked`, `store-newer`, `store-broken`. */
export function openStore(spec: StoreSpec): Store {
  try {
    return open(spec)
  } catch (error) {
    throw told(error)
  }
}

function open({ folder, now, command, socket = null }: StoreSpec): Store {
  const file = join(folder, 'sigma.db')
  refuseNewer(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (!existsSync(join(folder, '.gitignore'))) writeFileSync(join(folder, '.gitignore'), '*\n')
  const processStart = new Date(Date.now() - process.uptime() * 1000).toISOString()
  const since = new Date(now).toISOString()
  const holder = { pid: process.pid, since, processStart, command, socket, plays: [] }
  const { note, release } = hold(folder, holder)
  try {
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 })
    const sqlite = new DatabaseSync(file)
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
    return storeOver(sqlite, release, (plays) => note({ ...holder, plays }))
  } catch (error) {
    release()
    throw error
  }
}

/** Over a database that is open: for simulations, which kill hosts and keep what they committed. */
export function storeOver(
  sqlite: DatabaseSync,
  release: () => void,
  plays: (runs: readonly string[]) => void = () => undefined,
): Store {
  layOut(sqlite)
  const database = databaseOver(sqlite)
  const epoch = database.transaction(() => {
    database.run("INSERT OR IGNORE INTO meta VALUES ('epoch', '0'), ('secret', ?)", randomBytes(32).toString('hex'))
    database.run("UPDATE meta SET value = value + 1 WHERE name = 'epoch'")
    return Number(meta(database, 'epoch'))
  })
  return {
    database,
    blobs: blobsIn(database),
    epoch,
    secret: Buffer.from(meta(database, 'secret'), 'hex'),
    plays,
    write: (work) =>
      database.transaction(() => {
        if (Number(meta(database, 'epoch')) === epoch) return work()
        const taken = storeTaken()
        database.poison(taken)
        throw taken
      }),
    close: () => {
      database.close()
      release()
    },
  }
}

/** For readers beside the host: without lock, without writing. Fails with `store-missing`, `store-newer`. */
export function openForReading(folder: string): Database {
  const file = join(folder, 'sigma.db')
  if (!existsSync(file)) throw storeMissing(folder)
  try {
    const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    const version = versionOf(sqlite)
    if (version === storeVersion) return databaseOver(sqlite)
    sqlite.close()
    throw version === 0 ? storeMissing(folder) : storeNewer(version, storeVersion)
  } catch (error) {
    throw told(error)
  }
}

/**
 * Looks at the file's header (bytes 60 to 63 hold the version) before SQLite opens it: a store of a later version
 * stays as it is, with no file added beside it.
 */
function refuseNewer(file: string): void {
  if (!existsSync(file)) return
  const header = Buffer.alloc(64)
  const descriptor = openSync(file, 'r')
  const length = readSync(descriptor, header)
  closeSync(descriptor)
  if (length < header.length || header.toString('latin1', 0, 15) !== 'SQLite format 3') return
  const version = header.readUInt32BE(60)
  if (version > storeVersion) throw storeNewer(version, storeVersion)
}

function meta(database: Database, name: string): string {
  const row = database.get('SELECT value FROM meta WHERE name = ?', name)
  if (row === undefined) throw storeBroken(`it has no ${name}`)
  return text(row, 'value')
}

function told(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SigmaError || !('code' in error)) return error
  return error.code === 'ENOSPC' ? storeFull(error) : failureOf(error)
}
