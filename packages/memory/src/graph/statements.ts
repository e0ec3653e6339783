/** Statements of one connection, each prepared once, with errors that a person can act on. */
import { SigmaError } from '@sigma/engine'
import { type DatabaseSync, resultCodeOf, type SQLInputValue, type StatementSync } from '@sigma/engine/sqlite'
import { memoryBroken, memoryBusy, memoryFull } from '../errors.ts'

type Row = Readonly<Record<string, unknown>>

export interface Statements {
  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[]
  get(sql: string, ...values: readonly SQLInputValue[]): Row | undefined
  /** Row by row: what `take` does not come to is never read. It ends where `take` gives false. */
  each(take: (row: Row) => boolean, sql: string, ...values: readonly SQLInputValue[]): void
  run(sql: string, ...values: readonly SQLInputValue[]): void
  /** Commits what `work` did, flushed, or nothing of it. */
  writing<Result>(work: () => Result): Result
  /** Sees the graph as it is at one moment. */
  reading<Result>(work: () => Result): Result
}

export function statementsOf(sqlite: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>()

  function statement(sql: string): StatementSync {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const made = sqlite.prepare(sql)
    prepared.set(sql, made)
    return made
  }

  function within<Result>(begin: string, work: () => Result): Result {
    return told(() => {
      statement(begin).run()
      try {
        const result = work()
        statement('COMMIT').run()
        return result
      } catch (error) {
        if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
        throw error
      }
    })
  }

  return {
    all: (sql, ...values) => statement(sql).all(...values),
    get: (sql, ...values) => statement(sql).get(...values),
    each: (take, sql, ...values) => {
      // A statement of its own: while it is walked its text may be asked again.
      for (const row of sqlite.prepare(sql).iterate(...values)) if (!take(row)) break
    },
    run: (sql, ...values) => {
      statement(sql).run(...values)
    },
    writing: (work) => within('BEGIN IMMEDIATE', work),
    reading: (work) => within('BEGIN', work),
  }
}

const SQLITE_BUSY = 5
const SQLITE_FULL = 13

/** Fails with what a person can act on, where SQLite failed. */
export function told<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const code = error instanceof SigmaError ? null : resultCodeOf(error)
    if (code === null || !(error instanceof Error)) throw error
    if (code === SQLITE_BUSY) throw memoryBusy(error)
    throw code === SQLITE_FULL ? memoryFull(error) : memoryBroken(error.message, error)
  }
}

export function textIn(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw memoryBroken(`column ${column} holds no text`)
  return value
}

export function numberIn(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw memoryBroken(`column ${column} holds no number`)
  return value
}
