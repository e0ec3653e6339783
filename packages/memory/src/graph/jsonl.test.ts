import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entityLine, exportLines, importLines, readLine, relationLine } from './jsonl.ts'
import { openGraph } from './open.ts'

function inGraph<Result>(work: (graph: ReturnType<typeof openGraph>) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-memory-'))
  const graph = openGraph({ folder, now: () => 0 })
  try {
    return work(graph)
  } finally {
    graph.close()
    rmSync(folder, { recursive: true })
  }
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const entity = fc.record({ name: text, entityType: text, observations: fc.uniqueArray(text, { maxLength: 5 }) })
const relation = fc.record({ from: text, to: text, relationType: text })

test('what is written as a file and taken in elsewhere is the same, and taking it in twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(entity, { selector: ({ name }) => name }),
      fc.uniqueArray(relation, { selector: (each) => JSON.stringify(each) }),
      (entities, relations) => {
        const lines = [...entities.map(entityLine), ...relations.map(relationLine)]
        inGraph((graph) => {
          importLines(graph, lines.map(readLine), 'me')
          expect([...exportLines(graph)]).toEqual(lines)
          expect(importLines(graph, lines.map(readLine), 'me')).toEqual({
            ...{ entities: 0, observations: 0, relations: 0 },
            joined: entities.length,
            otherType: 0,
          })
          expect([...exportLines(graph)]).toEqual(lines)
        })
      },
    ),
    { numRuns: 20 },
  )
})

test('an entity with more than goes into one page is one line, and two lines of one name are one entity', () => {
  const observations = Array.from({ length: 5_000 }, (_, at) => `${at} ${'x'.repeat(1_000)}`)
  const big = { name: 'big', entityType: 't', observations }
  inGraph((graph) => {
    const more = { name: 'big', entityType: 'other', observations: ['more'] }
    const sum = importLines(graph, [entityLine(big), entityLine(more)].map(readLine), 'me')
    expect(sum).toMatchObject({ entities: 1, observations: 5_001 })
    expect([...exportLines(graph)]).toEqual([entityLine({ ...big, observations: [...observations, 'more'] })])
  })
})

test.each([
  ['{"type":"entity","name":"a","entityTy', 'is no JSON object: it may have been cut off'],
  ['[]', 'is no JSON object: it may have been cut off'],
  ['{"type":"entity","name":"a"}', 'is neither an entity nor a relation of the public memory server'],
  [
    '{"type":"entity","name":"a","entityType":"b","observations":[1]}',
    'is neither an entity nor a relation of the public memory server',
  ],
])('%s says nothing', (line, why) => {
  expect(readLine(line)).toEqual({ kind: 'fault', why })
})
