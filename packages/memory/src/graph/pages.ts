/** Reads the graph in parts that can be sent: first entities with their observations, then relations. */
import { pageUnknown } from '../errors.ts'
import type { Entity, Page, Relation } from './graph.ts'
import { places } from './layout.ts'
import { mostOfPage } from './limits.ts'
import { numberIn, type Statements, textIn } from './statements.ts'
import { entityIn } from './text-index.ts'

/** Which entities are asked for, as numbers in their order from this one on. */
export type Chosen = (from: number, take: (entity: number) => boolean) => void

/** Where a page ended: behind an observation, or behind a relation once all entities were told. */
type Cursor = { readonly kind: 'observation' | 'relation'; readonly at: number }

/** `isWhole`: every entity is chosen, and so every relation. */
export function pageOf(statements: Statements, chosen: Chosen, after: string | undefined, isWhole: boolean): Page {
  const cursor = after === undefined ? { kind: 'observation' as const, at: 0 } : cursorOf(after)
  const room = { left: mostOfPage }
  const { entities, next } =
    cursor.kind === 'observation' ? entitiesAfter(statements, chosen, cursor.at, room) : { entities: [], next: null }
  if (next !== null) return { entities, relations: [], next: `o${next}` }
  const from = cursor.kind === 'relation' ? cursor.at : 0
  const found = relationsAfter(statements, isWhole ? null : chosen, from, room)
  return { entities, relations: found.relations, next: found.next === null ? null : `r${found.next}` }
}

function cursorOf(text: string): Cursor {
  const [, kind, digits] = /^([or])(\d{1,15})$/.exec(text) ?? []
  if (digits === undefined) throw pageUnknown()
  return { kind: kind === 'o' ? 'observation' : 'relation', at: Number(digits) }
}

interface Room {
  left: number
}

/** An entity is told on one page where it can be. `next`: behind what is told; null: there is no more. */
function entitiesAfter(statements: Statements, chosen: Chosen, after: number, room: Room) {
  const entities: Entity[] = []
  let next: number | null = null
  chosen(entityIn(after), (id) => {
    const head = statements.get('SELECT name, type FROM entities WHERE id = ?', id)
    if (head === undefined) return true
    const [name, entityType] = [textIn(head, 'name'), textIn(head, 'type')]
    // What was told to its end on the page before is not begun again.
    const from = Math.max(after, id * places)
    const left = room.left
    room.left -= bytesOf(name) + bytesOf(entityType) + 60
    const observations: string[] = []
    statements.each(
      (row) => {
        const text = textIn(row, 'text')
        room.left -= bytesOf(text) + 10
        if (room.left >= 0 || (entities.length === 0 && observations.length === 0)) return observations.push(text) > 0
        next = numberIn(row, 'id') - 1
        return false
      },
      'SELECT id, text FROM observations WHERE id > ? AND id < ? ORDER BY id',
      from,
      (id + 1) * places,
    )
    if (entities.length > 0 && room.left < 0) {
      room.left = left
      next = id * places - 1
      return false
    }
    if (observations.length > 0 || from === id * places) entities.push({ name, entityType, observations })
    return next === null
  })
  return { entities, next }
}

function relationsAfter(statements: Statements, chosen: Chosen | null, after: number, room: Room) {
  const relations: Relation[] = []
  let next: number | null = null
  let last = after
  const take = (id: number, relation: Relation): boolean => {
    const bytes = bytesOf(relation.from) + bytesOf(relation.to) + bytesOf(relation.relationType) + 60
    if (bytes > room.left && last > after) {
      next = last
      return false
    }
    room.left -= bytes
    relations.push(relation)
    last = id
    return true
  }
  if (chosen !== null) {
    for (const [id, relation] of relationsOf(statements, chosen, after)) if (!take(id, relation)) break
  } else
    statements.each(
      (row) => take(numberIn(row, 'id'), relationIn(row)),
      'SELECT id, source, target, type FROM relations WHERE id > ? ORDER BY id',
      after,
    )
  return { relations, next }
}

/** Relations of which at least one end is chosen, in their order. */
function relationsOf(statements: Statements, chosen: Chosen, after: number): readonly (readonly [number, Relation])[] {
  const found = new Map<number, Relation>()
  if (statements.get('SELECT 1 FROM relations LIMIT 1') === undefined) return []
  chosen(0, (entity) => {
    const name = statements.get('SELECT name FROM entities WHERE id = ?', entity)
    if (name === undefined) return true
    for (const side of ['source', 'target'])
      for (const row of statements.all(
        `SELECT id, source, target, type FROM relations WHERE ${side} = ? AND id > ?`,
        textIn(name, 'name'),
        after,
      ))
        found.set(numberIn(row, 'id'), relationIn(row))
    return true
  })
  return [...found].sort(([a], [b]) => a - b)
}

export const relationIn = (row: Readonly<Record<string, unknown>>): Relation => ({
  from: textIn(row, 'source'),
  to: textIn(row, 'target'),
  relationType: textIn(row, 'type'),
})

/** As JSON has it. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text))
