/** Opens the graph of a project: a file of its own beside the journal, which any number of processes read and write. */
import { existsSync, lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync, resultCodeOf } from '@sigma/engine/sqlite'
import { memoryBroken, memoryMissing } from '../errors.ts'
import { frequencies } from './frequency.ts'
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
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() === true) throw memoryBroken(`${graphFile} is a link, and may lead out of the project`)
  if (found === undefined) {
    if (mustExist) throw memoryMissing()
    beginFile(folder, file)
  }
  return told(() => {
    try {
      return graphOver(opened(file, waitMs), now, presenceOf(file))
    } catch (error) {
      if (mustExist !== true || resultCodeOf(error) !== SQLITE_READONLY) throw error
      return graphOver(readOnly(file), now, presenceOf(file))
    }
  })
}

const SQLITE_READONLY = 8

function opened(file: string, waitMs: number): DatabaseSync {
  const sqlite = new DatabaseSync(file, { timeout: waitMs })
  try {
    refuseNewer(sqlite)
    sqlite.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16000',
    )
    layOut(sqlite)
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

function beginFile(folder: string, file: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(join(folder, '.gitignore'))) writeFileSync(join(folder, '.gitignore'), '*\n')
    // Two processes may come at once: what is there already stays.
    writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  } catch (error) {
    throw memoryBroken(`it cannot be made (${error instanceof Error ? error.message : String(error)})`, error)
  }
}

/** Without the files that SQLite keeps beside one that is written, which nobody could make here. */
function readOnly(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true })
  refuseNewer(sqlite)
  return sqlite
}

/** SQLite goes on writing a file that was removed. */
function presenceOf(file: string): () => boolean {
  const { ino } = statSync(file)
  return () => statSync(file, { throwIfNoEntry: false })?.ino === ino
}

function graphOver(sqlite: DatabaseSync, now: () => number, isThere: () => boolean): Graph {
  const statements = statementsOf(sqlite)
  const frequent = frequencies(statements)
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
    search: (text, after) => {
      const frequency = frequent()
      return page((from, take) => eachFound(statements, text, frequency, from, take), after)
    },
    open: (names, after) => page(named(statements, names), after),
    known: (name) => statements.reading(() => knownOf(statements, name)),
    count: () => statements.reading(() => countsOf(statements)),
    isThere,
    version: () => numberIn(statements.get('PRAGMA data_version') ?? {}, 'data_version'),
    tidy: () => told(() => sqlite.exec(tidying)),
    scrub: () => {
      told(() => {
        sqlite.exec(tidying)
        sqlite.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
      })
    },
    close: () => sqlite.close(),
  }
}

const tidying = "INSERT INTO texts (texts) VALUES ('optimize')"

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
