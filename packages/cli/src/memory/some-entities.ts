/** So many entities of the graph as a person wants to see, whatever pages they come in. */
import { nearest, SigmaError } from '@sigma/engine'
import type { Entity, Graph, Page, Relation } from '@sigma/memory'
import { memoryLine } from './memory-line.ts'

export interface Some {
  readonly entities: readonly Entity[]
  /** Of the entities that are told. */
  readonly relations: readonly Relation[]
  /** How many entities are not told. */
  readonly more: number
}

/** The first of what a search finds. */
export function someFound(graph: Pick<Graph, 'search'>, text: string, most: number): Some {
  const entities: Entity[] = []
  const relations: Relation[] = []
  const names = new Set<string>()
  let [more, last]: [number, string | undefined] = [0, undefined]
  for (const page of pages((after) => graph.search(text, after))) {
    for (const entity of page.entities) {
      // One that is too large for a page is told in several.
      const goesOn = entity.name === last
      last = entity.name
      const open = goesOn && names.has(entity.name) ? entities.pop() : undefined
      if (open !== undefined) entities.push({ ...open, observations: [...open.observations, ...entity.observations] })
      else if (entities.length < most) {
        entities.push(entity)
        names.add(entity.name)
      } else if (!goesOn) more += 1
    }
    for (const each of page.relations) if (names.has(each.from) || names.has(each.to)) relations.push(each)
  }
  return { entities, relations, more }
}

/** The first of all entities. */
export function someOf(graph: Pick<Graph, 'read'>, most: number): readonly Entity[] {
  const entities: Entity[] = []
  for (const page of pages((after) => graph.read(after))) {
    for (const entity of page.entities) if (entities.at(-1)?.name !== entity.name) entities.push(entity)
    // Behind the entities there are only relations.
    if (page.relations.length > 0 || entities.length >= most) break
  }
  return entities.slice(0, most)
}

/** Null: there is no graph yet. */
export function entityUnknownTo(graph: Pick<Graph, 'read'> | null, wanted: string): SigmaError {
  const known = graph === null ? [] : someOf(graph, 1_000).map(({ name }) => name)
  const near = nearest(wanted, known)
  return new SigmaError(
    'entity-unknown',
    `Nothing is remembered of ${JSON.stringify(wanted)}${near === null ? '.' : `; did you mean ${JSON.stringify(near)}?`}`,
    { hint: near === null ? 'sigma memory list' : memoryLine('show', near) },
  )
}

function* pages(read: (after?: string) => Page): Generator<Page> {
  let after: string | undefined
  do {
    const page = read(after)
    yield page
    after = page.next ?? undefined
  } while (after !== undefined)
}
