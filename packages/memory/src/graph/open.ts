/** Opens the graph of a project: a file of its own beside the journal, which any number of processes read and write. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@sigma/engine/sqlite'
import { memoryMissing } from '../errors.ts'
import type { Counts, Graph, KnownEntity, Said } from './graph.ts'
import { additionOf, bounded, entityOf, nameOf, relationOf } from './intake.ts'
import { layOut, places, refuseNewer } from './layout.ts'
import { type Chosen, pageOf, relationIn } from './pages.ts'
import { numberIn, type Statements, statementsOf, textIn, told } from './statements.ts'
import { eachFound } from './text-index.ts'
import * as writes from './writing.ts'

/** Name of the file in the data folder. */
export const graphFile = 'memory.db'

export interface GraphSpec {
  /** The data folder; it ignores itself, and nobody but its owner can read it. */
  readonly folder: string
  /** Wall time in milliseconds. */
  readonly now: () => number
  /** Fails with `memory-missing` where there is none. */
  readonly mustExist?: true
  /** How long a call waits for other processes that write; half a minute where nothing is said. */
  readonly waitMs?: number
}

/** Fails with `memory-newer`, `memory-busy`, `memory-full`, `memory-broken`; so does each call, which then changed nothing. */
export function openGraph(spec: GraphSpec): Graph {
  const { folder, now, mustExist, waitMs = 30_000 } = spec
  const file = join(folder, graphFile)
  if (!existsSync(file)) {
    if (mustExist) throw memoryMissing()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(join(folder, '.gitignore'))) writeFileSync(join(folder, '.gitignore'), '*\n')
    // Two processes may come at once: what is there already stays.
    writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  }
  return told(() => {
    const sqlite = new DatabaseSync(file, { timeout: waitMs })
    try {
      refuseNewer(sqlite)
      sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
      layOut(sqlite)
      return graphOver(sqlite, now)
    } catch (error) {
      sqlite.close()
      throw error
    }
  })
}

function graphOver(sqlite: DatabaseSync, now: () => number): Graph {
  const statements = statementsOf(sqlite)
  const said = (by: string): Said => ({ by, at: new Date(now()).toISOString() })
  const page = (chosen: Chosen, after: string | undefined, isWhole = false) =>
    statements.reading(() => pageOf(statements, chosen, after, isWhole))

  return {
    createEntities: (entities, by) => {
      bounded(entities, ({ observations }) => observations)
      const kept = entities.map(entityOf)
      return statements.writing(() => writes.createEntities(statements, kept, said(by)))
    },
    createRelations: (relations, by) => {
      bounded(relations)
      const kept = relations.map(relationOf)
      return statements.writing(() => writes.createRelations(statements, kept, said(by)))
    },
    addObservations: (additions, by) => {
      bounded(additions, ({ contents }) => contents)
      const kept = additions.map(additionOf)
      return statements.writing(() => writes.addObservations(statements, kept, said(by)))
    },
    deleteEntities: (names) => {
      bounded(names)
      statements.writing(() => writes.deleteEntities(statements, names.map(nameOf)))
    },
    deleteObservations: (deletions) => {
      bounded(deletions, ({ observations }) => observations)
      const kept = deletions.map(({ entityName, observations }) => ({
        entityName: entityName.toWellFormed(),
        observations: observations.map((text) => text.toWellFormed()),
      }))
      statements.writing(() => writes.deleteObservations(statements, kept))
    },
    deleteRelations: (relations) => {
      bounded(relations)
      const kept = relations.map(relationOf)
      statements.writing(() => writes.deleteRelations(statements, kept))
    },
    read: (after) => page(everyEntity(statements), after, true),
    search: (text, after) => page((from, take) => eachFound(statements, text, from, take), after),
    open: (names, after) => page(named(statements, names), after),
    known: (name) => statements.reading(() => knownOf(statements, name)),
    count: () => statements.reading(() => countsOf(statements)),
    version: () => numberIn(statements.get('PRAGMA data_version') ?? {}, 'data_version'),
    scrub: () => {
      told(() => {
        sqlite.exec("INSERT INTO texts (texts) VALUES ('optimize')")
        sqlite.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
      })
    },
    close: () => sqlite.close(),
  }
}

const everyEntity =
  (statements: Statements): Chosen =>
  (from, take) =>
    statements.each((row) => take(numberIn(row, 'id')), 'SELECT id FROM entities WHERE id >= ? ORDER BY id', from)

function named(statements: Statements, names: readonly string[]): Chosen {
  return (from, take) => {
    const ids = new Set(names.map((name) => writes.idOf(statements, name.toWellFormed())))
    const wanted = [...ids].filter((id) => id !== null && id >= from).map(Number)
    for (const id of wanted.sort((a, b) => a - b)) if (!take(id)) break
  }
}

function knownOf(statements: Statements, name: string): KnownEntity | null {
  const row = statements.get('SELECT id, type, by, at FROM entities WHERE name = ?', name)
  if (row === undefined) return null
  const id = numberIn(row, 'id')
  const own = statements.all(
    'SELECT text, by, at FROM observations WHERE id > ? AND id < ? ORDER BY id',
    id * places,
    (id + 1) * places,
  )
  const relations = 'SELECT source, target, type, by, at FROM relations WHERE source = ? OR target = ? ORDER BY id'
  return {
    name,
    entityType: textIn(row, 'type'),
    ...saidIn(row),
    observations: own.map((each) => ({ text: textIn(each, 'text'), ...saidIn(each) })),
    relations: statements.all(relations, name, name).map((each) => ({ ...relationIn(each), ...saidIn(each) })),
  }
}

const saidIn = (row: Readonly<Record<string, unknown>>): Said => ({ by: textIn(row, 'by'), at: textIn(row, 'at') })

function countsOf(statements: Statements): Counts {
  const count = (table: string): number =>
    numberIn(statements.get(`SELECT count(*) AS count FROM ${table}`) ?? {}, 'count')
  return { entities: count('entities'), observations: count('observations'), relations: count('relations') }
}
