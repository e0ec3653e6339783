/**
 * SQLite with the two properties the host stands on: a transaction is whole or absent, and a store that failed once
 * is never written again by this process (a failed sync may not be retried: what it lost is unknown).
 */

import { SigmaError, storeBroken, storeBusy, storeFull } from '../errors.ts'
import type { Row, Values } from './columns.ts'
import { DatabaseSync, resultCodeOf, type SQLInputValue, type StatementSync } from './sqlite.ts'

export interface Database {
  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[]
  get(sql: string, ...values: readonly SQLInputValue[]): Row | undefined
  /** Gives `take` row by row, as they stood when the first was read: a long run is walked, and nothing is made on the way. */
  each(take: (row: Values) => void, sql: string, ...values: readonly SQLInputValue[]): void
  run(sql: string, ...values: readonly SQLInputValue[]): void
  /** Commits what `work` did, or nothing of it. */
  transaction<Result>(work: () => Result): Result
  /** Why nothing is taken any more; null while all is well. */
  failure(): unknown
  /** Ends all use of the store by this handle. */
  poison(cause: unknown): void
  close(): void
}

/** What `work` gives, or the error where it fails with what a person can act on, and the store is well. */
export function orFault<Result>({ failure }: Database, work: () => Result): Result | SigmaError {
  try {
    return work()
  } catch (error) {
    if (error instanceof SigmaError && failure() === null) return error
    throw error
  }
}

export function databaseOver(sqlite: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>()
  /** Those of walks that are over. */
  const walks = new Map<string, StatementSync[]>()
  let failure: { readonly cause: unknown } | null = null

  function statement(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const prepared = sqlite.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }

  function guarded<Result>(work: () => Result): Result {
    if (failure !== null) throw failure.cause
    try {
      return work()
    } catch (error) {
      const told = tell(error)
      if (told !== error) failure ??= { cause: told }
      throw told
    }
  }

  return {
    all: (sql, ...values) => guarded(() => statement(sql).all(...values)),
    get: (sql, ...values) => guarded(() => statement(sql).get(...values)),
    each: (take, sql, ...values) =>
      guarded(() => {
        // A statement of its own: another walk may be under way.
        const idle = walks.get(sql) ?? []
        walks.set(sql, idle)
        const walk = idle.pop() ?? sqlite.prepare(sql)
        walk.setReturnArrays(true)
        for (const row of walk.iterate(...values)) if (isValues(row)) take(row)
        idle.push(walk)
      }),
    run: (sql, ...values) => {
      guarded(() => statement(sql).run(...values))
    },
    transaction: (work) =>
      guarded(() => {
        statement('BEGIN IMMEDIATE').run()
        try {
          const result = work()
          statement('COMMIT').run()
          return result
        } catch (error) {
          if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
          throw error
        }
      }),
    failure: () => failure?.cause ?? null,
    poison: (cause) => {
      failure ??= { cause }
    },
    close: () => {
      const broke = failure !== null
      failure ??= { cause: storeBroken('it is closed') }
      if (!sqlite.isOpen) return
      if (broke) closeUntouched(sqlite)
      else sqlite.close()
    },
  }
}

/** What a statement gives that was told to. */
const isValues = (row: object): row is Values => Array.isArray(row)

/**
 * The last connection to close empties the log into the database, and syncs both: what a process must not do that saw
 * a write or a sync fail. Beside a reader, which can write nothing, it is not the last.
 */
function closeUntouched(sqlite: DatabaseSync): void {
  const file = sqlite.location()
  const reader = file === null ? null : readerBeside(file)
  sqlite.close()
  reader?.close()
}

function readerBeside(file: string): DatabaseSync | null {
  try {
    const reader = new DatabaseSync(file, { readOnly: true })
    reader.prepare('PRAGMA user_version').get()
    return reader
  } catch {
    // Whatever broke the store keeps it from being read, too.
    return null
  }
}

const SQLITE_IOERR = 10
const SQLITE_BUSY = 5
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_NOTADB = 26

const failing = (detail: string): string =>
  `the disk failed (${detail}), so the event was not recorded, and Sigma has stopped; once the disk is well, \`sigma resume\` goes on`

/** What an error of SQLite or of the file system says about the store. */
export function failureOf(error: Error): SigmaError {
  const code = resultCodeOf(error)
  if (code === SQLITE_BUSY) return storeBusy(error)
  if (code === SQLITE_FULL) return storeFull(error)
  if (code === SQLITE_IOERR) return storeBroken(failing(error.message), error, 'dmesg | tail')
  // What is recorded there is lost: a new folder begins anew, and branches that were delivered stay.
  const lost = code === SQLITE_NOTADB || code === SQLITE_CORRUPT
  return storeBroken(error.message, error, lost ? 'mv .sigma .sigma.broken' : 'ls -la .sigma')
}

/** Turns SQLite's errors into ones that a person can act on; everything else passes unchanged. */
function tell(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SigmaError) return error
  return resultCodeOf(error) === null ? error : failureOf(error)
}
