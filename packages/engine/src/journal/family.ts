/** Runs that belong to other runs: what stands in a family is told as one. */
import { text, textOrNull } from '../store/columns.ts'
import type { Database } from '../store/database.ts'

/** Oldest first. */
export function childrenOf(database: Database, run: string): readonly string[] {
  return database.all('SELECT run FROM runs WHERE parent = ? ORDER BY number', run).map((row) => text(row, 'run'))
}

/** The run, and all that belong to it, however far down: each before its own children. */
export function familyOf(database: Database, run: string): readonly string[] {
  return [run, ...childrenOf(database, run).flatMap((child) => familyOf(database, child))]
}

/** The runs that it belongs to, nearest first. */
export function ancestorsOf(database: Database, run: string): readonly string[] {
  const row = database.get('SELECT parent FROM runs WHERE run = ?', run)
  const parent = row === undefined ? null : textOrNull(row, 'parent')
  return parent === null ? [] : [parent, ...ancestorsOf(database, parent)]
}
