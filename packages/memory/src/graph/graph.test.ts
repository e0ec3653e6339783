import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Plain, PlainGraph } from '../testing/plain-graph.ts'
import type { Addition, Graph, Page } from './graph.ts'
import { openGraph } from './open.ts'

let folder: string
let graph: Graph
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigma-memory-'))
  graph = openGraph({ folder, now: () => 0 })
})
afterEach(() => {
  graph.close()
  rmSync(folder, { recursive: true })
})

/** All pages put together. */
function whole(read: (after?: string) => Page): Plain {
  const entities: Plain['entities'][number][] = []
  const relations: Plain['relations'][number][] = []
  let after: string | undefined
  do {
    const page = read(after)
    for (const { name, entityType, observations } of page.entities) {
      const last = entities.at(-1)
      if (last?.name === name)
        entities.splice(-1, 1, { ...last, observations: [...last.observations, ...observations] })
      else entities.push({ name, entityType, observations })
    }
    relations.push(...page.relations)
    after = page.next ?? undefined
  } while (after !== undefined)
  return { entities, relations }
}

const word = fc.oneof(
  fc.constantFrom(
    'alpha',
    'Beta',
    'ΣΟΦΟΣ',
    'İstanbul',
    'straße',
    'a',
    '',
    'al"ph',
    "b'c",
    '%_',
    'a\0bcd',
    '日本語テスト',
    '👩‍💻 codes',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const entity = fc.record({ name: word, entityType: word, observations: fc.array(word, { maxLength: 4 }) })
const relation = fc.record({ from: word, to: word, relationType: word })

/** What both graphs can do. */
type Writes = Pick<
  Graph,
  'createEntities' | 'createRelations' | 'addObservations' | 'deleteEntities' | 'deleteObservations' | 'deleteRelations'
>
type Call = (on: Writes) => unknown

const naming = (call: Call, given: unknown): Call =>
  Object.assign(call, { [fc.toStringMethod]: () => `${call.name} ${JSON.stringify(given)}` })
const calls: fc.Arbitrary<Call> = fc.oneof(
  fc
    .uniqueArray(entity, { maxLength: 4, selector: ({ name }) => name })
    .map((given) => naming((on) => on.createEntities(given, 'me'), given)),
  fc
    .uniqueArray(relation, { maxLength: 3, selector: (each) => JSON.stringify(each) })
    .map((given) => naming((on) => on.createRelations(given, 'me'), given)),
  fc
    .array(fc.record({ entityName: word, contents: fc.array(word, { maxLength: 3 }) }), { maxLength: 2 })
    .map((given) => naming((on) => adding(on, given), given)),
  fc.array(word, { maxLength: 2 }).map((given) => naming((on) => on.deleteEntities(given), given)),
  fc
    .array(fc.record({ entityName: word, observations: fc.array(word, { maxLength: 2 }) }), { maxLength: 2 })
    .map((given) => naming((on) => on.deleteObservations(given), given)),
  fc.array(relation, { maxLength: 2 }).map((given) => naming((on) => on.deleteRelations(given), given)),
)

/** What is added, or why nothing is. */
function adding(on: Writes, given: readonly Addition[]): unknown {
  try {
    return on.addObservations(given, 'me')
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

test('whatever is called, the graph answers as the public memory server does', () => {
  fc.assert(
    fc.property(fc.array(calls, { maxLength: 12 }), fc.array(word, { maxLength: 4 }), (made, words) => {
      graph.deleteEntities(whole(graph.read).entities.map(({ name }) => name))
      graph.deleteRelations(whole(graph.read).relations)
      const plain = new PlainGraph()
      for (const each of made) expect(each(graph)).toEqual(each(plain))
      expect(whole(graph.read)).toEqual(plain.read())
      for (const each of words) {
        expect(whole((after) => graph.search(each, after))).toEqual(plain.search(each))
        expect(whole((after) => graph.open([each, 'alpha'], after))).toEqual(plain.open([each, 'alpha']))
      }
    }),
    { numRuns: 300 },
  )
})
