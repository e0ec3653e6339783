/** The file of the public memory server: an entity or a relation a line. */
import { isJsonObject, parseJson } from '@sigma/protocol'
import { z } from 'zod'
import type { Entity, Graph, Page, Relation } from './graph.ts'
import { mostOfName, mostOfText } from './limits.ts'

const entitySchema = z.object({
  type: z.literal('entity'),
  name: z.string(),
  entityType: z.string(),
  observations: z.array(z.string()),
})
const relationSchema = z.object({
  type: z.literal('relation'),
  from: z.string(),
  to: z.string(),
  relationType: z.string(),
})

/** What a line says; `fault`: why it says nothing, as the end of a sentence. */
export type JsonlLine =
  | { readonly kind: 'entity'; readonly entity: Entity }
  | { readonly kind: 'relation'; readonly relation: Relation }
  | { readonly kind: 'empty' }
  | { readonly kind: 'fault'; readonly why: string }

export function readLine(line: string): JsonlLine {
  if (line.trim() === '') return { kind: 'empty' }
  const json = parseJson(line)
  if (!isJsonObject(json)) return { kind: 'fault', why: 'is no JSON object: it may have been cut off' }
  const entity = entitySchema.safeParse(json)
  if (entity.success) {
    const { name, entityType, observations } = entity.data
    const why = tooLong([name, entityType], observations)
    if (why !== null) return { kind: 'fault', why }
    return { kind: 'entity', entity: { name, entityType, observations } }
  }
  const relation = relationSchema.safeParse(json)
  if (relation.success) {
    const { from, to, relationType } = relation.data
    const why = tooLong([from, to, relationType], [])
    if (why !== null) return { kind: 'fault', why }
    return { kind: 'relation', relation: { from, to, relationType } }
  }
  return { kind: 'fault', why: 'is neither an entity nor a relation of the public memory server' }
}

/** Null: all of it can be kept. */
function tooLong(names: readonly string[], observations: readonly string[]): string | null {
  const bounds = [
    { what: 'a name or type', texts: names, most: mostOfName },
    { what: 'an observation', texts: observations, most: mostOfText },
  ]
  for (const { what, texts, most } of bounds)
    for (const bytes of texts.map((text) => Buffer.byteLength(text)))
      if (bytes > most)
        return `has ${what} of ${bytes.toLocaleString('en')} bytes; at most ${most.toLocaleString('en')} are kept`
  return null
}

export const entityLine = ({ name, entityType, observations }: Entity): string =>
  JSON.stringify({ type: 'entity', name, entityType, observations })

export const relationLine = ({ from, to, relationType }: Relation): string =>
  JSON.stringify({ type: 'relation', from, to, relationType })

export interface Imported {
  readonly entities: number
  readonly observations: number
  readonly relations: number
  /** Lines about entities that were there already, which got what they lacked. */
  readonly joined: number
  /** Entities of which some line says another type than they have, which stays. */
  readonly otherType: number
}

/** Entities that are there get the observations that they lack; nothing is taken away. Killed on the way, it may be asked again. */
export function importLines(graph: Graph, lines: readonly JsonlLine[], by: string): Imported {
  const sum = { entities: 0, observations: 0, relations: 0, joined: 0 }
  const types = new Map<string, string | undefined>()
  const otherTypes = new Set<string>()
  for (const some of portions(lines.filter((line) => line.kind === 'entity').map(({ entity }) => entity))) {
    const created = graph.createEntities(some, by)
    let next = 0
    const joined = some.filter(({ name }) => {
      const isNew = created[next]?.name === name.toWellFormed()
      if (isNew) next += 1
      return !isNew
    })
    const additions = joined.map(({ name, observations }) => ({ entityName: name, contents: observations }))
    for (const { name, entityType } of created) types.set(name, entityType)
    for (const { name, entityType } of joined) {
      const kept = name.toWellFormed()
      if (!types.has(kept)) types.set(kept, graph.open([kept]).entities[0]?.entityType)
      if (types.get(kept) !== entityType.toWellFormed()) otherTypes.add(kept)
    }
    sum.entities += created.length
    sum.joined += joined.length
    for (const { observations } of created) sum.observations += observations.length
    for (const { addedObservations } of graph.addObservations(additions, by))
      sum.observations += addedObservations.length
  }
  const relations = lines.filter((line) => line.kind === 'relation').map(({ relation }) => relation)
  for (let at = 0; at < relations.length; at += portion)
    sum.relations += graph.createRelations(relations.slice(at, at + portion), by).length
  if (lines.length > portion) graph.tidy()
  return { ...sum, otherType: otherTypes.size }
}

/** Texts that are written at once: others wait meanwhile. */
const portion = 2_000

/** Entities a few at a time; one of very many observations comes in several parts, the later ones as additions. */
function* portions(entities: readonly Entity[]): Generator<readonly Entity[]> {
  let [some, texts]: [Entity[], number] = [[], 0]
  for (const entity of entities)
    for (let at = 0; at === 0 || at < entity.observations.length; at += portion) {
      const observations = entity.observations.slice(at, at + portion)
      some.push({ ...entity, observations })
      texts += 1 + observations.length
      if (texts < portion) continue
      yield some
      ;[some, texts] = [[], 0]
    }
  if (some.length > 0) yield some
}

/** All of the graph, line by line; an entity that several pages tell is one line. */
export function* exportLines(graph: Pick<Graph, 'read'>): Generator<string> {
  let [last, after]: [Entity[], string | undefined] = [[], undefined]
  do {
    const { entities, relations, next }: Page = graph.read(after)
    for (const entity of entities) {
      const [open] = last
      if (open?.name === entity.name) last = [{ ...open, observations: open.observations.concat(entity.observations) }]
      else {
        yield* last.map(entityLine)
        last = [entity]
      }
    }
    if (relations.length > 0 || next === null) {
      yield* last.map(entityLine)
      last = []
    }
    yield* relations.map(relationLine)
    after = next ?? undefined
  } while (after !== undefined)
}
