/** The graph as the public memory server has it, as lists that every call walks: what the indexed one is compared with. */
import type { Added, Addition, Deletion, Entity, Relation } from '../graph/graph.ts'

export interface Plain {
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
}

const same = (a: Relation, b: Relation): boolean =>
  a.from === b.from && a.to === b.to && a.relationType === b.relationType

export class PlainGraph {
  #entities: readonly Entity[] = []
  #relations: readonly Relation[] = []

  createEntities(given: readonly Entity[]): readonly Entity[] {
    const fresh = given.filter(({ name }) => !this.#entities.some((known) => known.name === name))
    this.#entities = [...this.#entities, ...fresh]
    return fresh
  }

  createRelations(given: readonly Relation[]): readonly Relation[] {
    const fresh = given.filter((each) => !this.#relations.some((known) => same(known, each)))
    this.#relations = [...this.#relations, ...fresh]
    return fresh
  }

  addObservations(given: readonly Addition[]): readonly Added[] {
    let entities = this.#entities
    const added = given.map(({ entityName, contents }) => {
      const entity = entities.find(({ name }) => name === entityName)
      if (entity === undefined) throw new Error(`Entity with name ${JSON.stringify(entityName)} not found.`)
      const fresh = contents.filter((text) => !entity.observations.includes(text))
      const grown = { ...entity, observations: [...entity.observations, ...fresh] }
      entities = entities.map((each) => (each === entity ? grown : each))
      return { entityName, addedObservations: fresh }
    })
    this.#entities = entities
    return added
  }

  deleteEntities(names: readonly string[]): void {
    this.#entities = this.#entities.filter(({ name }) => !names.includes(name))
    this.#relations = this.#relations.filter(({ from, to }) => !names.includes(from) && !names.includes(to))
  }

  deleteObservations(given: readonly Deletion[]): void {
    const gone = (name: string, text: string): boolean =>
      given.some(({ entityName, observations }) => entityName === name && observations.includes(text))
    this.#entities = this.#entities.map((entity) => ({
      ...entity,
      observations: entity.observations.filter((text) => !gone(entity.name, text)),
    }))
  }

  deleteRelations(given: readonly Relation[]): void {
    this.#relations = this.#relations.filter((known) => !given.some((each) => same(known, each)))
  }

  read(): Plain {
    return { entities: this.#entities, relations: this.#relations }
  }

  search(text: string): Plain {
    const looked = text.toLowerCase()
    const holds = (each: string): boolean => each.toLowerCase().includes(looked)
    return this.#around(({ name, entityType, observations }) => [name, entityType, ...observations].some(holds))
  }

  open(names: readonly string[]): Plain {
    return this.#around(({ name }) => names.includes(name))
  }

  #around(isWanted: (entity: Entity) => boolean): Plain {
    const entities = this.#entities.filter(isWanted)
    const names = new Set(entities.map(({ name }) => name))
    return { entities, relations: this.#relations.filter(({ from, to }) => names.has(from) || names.has(to)) }
  }
}
