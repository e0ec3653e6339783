/** The writing calls, each inside a transaction of the caller's. */
import { createHash } from 'node:crypto'
import { entityFull, entityUnknown } from '../errors.ts'
import type { Added, Addition, Deletion, Entity, Relation, Said } from './graph.ts'
import { places } from './layout.ts'
import { numberIn, type Statements, textIn } from './statements.ts'
import { headOf, indexText, unindexText } from './text-index.ts'

export function createEntities(statements: Statements, entities: readonly Entity[], said: Said): readonly Entity[] {
  return entities.filter(({ name, entityType, observations }) => {
    if (idOf(statements, name) !== null) return false
    statements.run('INSERT INTO entities (name, type, by, at) VALUES (?, ?, ?, ?)', name, entityType, said.by, said.at)
    const id = idOf(statements, name) ?? 0
    indexText(statements, id * places, headOf(name, entityType))
    for (const [at, text] of observations.entries()) insertText(statements, id, id * places + at + 1, text, said)
    return true
  })
}

export function createRelations(
  statements: Statements,
  relations: readonly Relation[],
  { by, at }: Said,
): readonly Relation[] {
  return relations.filter(({ from, to, relationType }) => {
    const known = 'SELECT 1 FROM relations WHERE source = ? AND target = ? AND type = ?'
    if (statements.get(known, from, to, relationType) !== undefined) return false
    const insert = 'INSERT INTO relations (source, target, type, by, at) VALUES (?, ?, ?, ?, ?)'
    statements.run(insert, from, to, relationType, by, at)
    return true
  })
}

/** Fails with `entity-unknown` and `entity-full`. */
export function addObservations(statements: Statements, additions: readonly Addition[], said: Said): readonly Added[] {
  return additions.map(({ entityName, contents }) => {
    const id = idOf(statements, entityName)
    if (id === null) throw entityUnknown(entityName)
    const addedObservations = contents.filter((text) => placesOf(statements, id, text).length === 0)
    const last = statements.get('SELECT max(id) AS last FROM observations WHERE id > ? AND id < ?', ...rangeOf(id))
    const from = Math.max(id * places, Number(last?.['last'] ?? 0))
    if (from + addedObservations.length >= (id + 1) * places) throw entityFull(entityName)
    for (const [at, text] of addedObservations.entries()) insertText(statements, id, from + at + 1, text, said)
    return { entityName, addedObservations }
  })
}

export function deleteEntities(statements: Statements, names: readonly string[]): void {
  for (const name of names) {
    const id = idOf(statements, name)
    statements.run('DELETE FROM relations WHERE source = ?', name)
    statements.run('DELETE FROM relations WHERE target = ?', name)
    if (id === null) continue
    const own = statements.all('SELECT id FROM observations WHERE id > ? AND id < ?', ...rangeOf(id))
    for (const row of own) unindexText(statements, numberIn(row, 'id'))
    unindexText(statements, id * places)
    statements.run('DELETE FROM observations WHERE id > ? AND id < ?', ...rangeOf(id))
    statements.run('DELETE FROM entities WHERE id = ?', id)
  }
}

export function deleteObservations(statements: Statements, deletions: readonly Deletion[]): void {
  for (const { entityName, observations } of deletions) {
    const id = idOf(statements, entityName)
    if (id === null) continue
    for (const place of observations.flatMap((text) => placesOf(statements, id, text))) {
      unindexText(statements, place)
      statements.run('DELETE FROM observations WHERE id = ?', place)
    }
  }
}

export function deleteRelations(statements: Statements, relations: readonly Relation[]): void {
  for (const { from, to, relationType } of relations)
    statements.run('DELETE FROM relations WHERE source = ? AND target = ? AND type = ?', from, to, relationType)
}

export function idOf(statements: Statements, name: string): number | null {
  const row = statements.get('SELECT id FROM entities WHERE name = ?', name)
  return row === undefined ? null : numberIn(row, 'id')
}

const rangeOf = (id: number): [number, number] => [id * places, (id + 1) * places]

function insertText(statements: Statements, id: number, place: number, text: string, { by, at }: Said): void {
  const insert = 'INSERT INTO observations (id, text, digest, by, at) VALUES (?, ?, ?, ?, ?)'
  statements.run(insert, place, text, digestOf(id, text), by, at)
  indexText(statements, place, text)
}

/** Where an entity has exactly this text. */
function placesOf(statements: Statements, id: number, text: string): readonly number[] {
  const found = 'SELECT id, text FROM observations WHERE digest = ? AND id > ? AND id < ? ORDER BY id'
  return statements
    .all(found, digestOf(id, text), ...rangeOf(id))
    .filter((row) => textIn(row, 'text') === text)
    .map((row) => numberIn(row, 'id'))
}

/** Different for the same text of another entity: a sentence may be true of thousands. */
const digestOf = (id: number, text: string): Uint8Array =>
  createHash('sha256').update(`${id}:${text}`).digest().subarray(0, 8)
