/** The knowledge graph that agents and people share, in the words of the public memory server of MCP. */

/** Something that is known of: `observations` are sentences about it, in the order in which they were added. */
export interface Entity {
  readonly name: string
  readonly entityType: string
  readonly observations: readonly string[]
}

/** `from` and `to` are names; whether entities of these names exist is not asked. */
export interface Relation {
  readonly from: string
  readonly to: string
  readonly relationType: string
}

export interface Addition {
  readonly entityName: string
  readonly contents: readonly string[]
}

/** What of an addition was new. */
export interface Added {
  readonly entityName: string
  readonly addedObservations: readonly string[]
}

export interface Deletion {
  readonly entityName: string
  readonly observations: readonly string[]
}

/**
 * A part of the graph that can be sent in one answer. An entity that is too large for a page is told in several, each time by its
 * name and type. `next` is given back for the page that follows; null: there is none.
 */
export interface Page {
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
  readonly next: string | null
}

/** Who said something, and when (ISO 8601, UTC). Sigma sets both. */
export interface Said {
  readonly by: string
  readonly at: string
}

/** An entity with the origin of everything that is known of it, for people. */
export interface KnownEntity extends Said {
  readonly name: string
  readonly entityType: string
  readonly observations: readonly ({ readonly text: string } & Said)[]
  readonly relations: readonly (Relation & Said)[]
}

export interface Counts {
  readonly entities: number
  readonly observations: number
  readonly relations: number
}

/**
 * One process's hold on the graph of a project. Any number of processes may have one: what a call has answered is on the disk,
 * and seen by the next call of each. Every writing call is committed whole or not at all.
 */
export interface Graph {
  /** Those that were not there before, by name. */
  createEntities(entities: readonly Entity[], by: string): readonly Entity[]
  createRelations(relations: readonly Relation[], by: string): readonly Relation[]
  /** Fails with `entity-unknown`, and then adds nothing. */
  addObservations(additions: readonly Addition[], by: string): readonly Added[]
  /** With their observations, and the relations of these names. */
  deleteEntities(names: readonly string[]): void
  deleteObservations(deletions: readonly Deletion[]): void
  deleteRelations(relations: readonly Relation[]): void
  /** Everything. Each of these three fails with `page-unknown`. */
  read(after?: string): Page
  /** Entities in whose name, type or observations the text stands, in whatever case, with their relations. */
  search(text: string, after?: string): Page
  /** Entities of these names, with their relations. */
  open(names: readonly string[], after?: string): Page
  /** Null: no entity has this name. */
  known(name: string): KnownEntity | null
  count(): Counts
  /** False once the file was removed, or another one put in its place: what is written then nobody finds. */
  isThere(): boolean
  /** Changes when some process wrote. */
  version(): number
  /** Puts the index together after much was written at once, so that searches are quick from the first on. */
  tidy(): void
  /** Makes what was deleted unreadable in the files, too. Takes seconds where there is much. */
  scrub(): void
  close(): void
}
