import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { critiquePlan } from './critique.ts'
import { readPlan } from './reader.ts'

/** The points as `rule line`. */
function pointsOf(text: string): readonly string[] {
  const read = readPlan(text, { parallel: 2 })
  if (read.kind === 'faults') throw new Error(read.faults.map(({ message }) => message).join(' '))
  const points = critiquePlan(read.plan, {
    lines: read.lines,
    documents: ['memory-bank/modules/m/design.md'],
    isTest: (path) => path.startsWith('test/'),
  })
  for (const { remedy } of points) expect(remedy).toMatch(/^[A-Z].*\.$/)
  return points.map(({ rule, line }) => `${rule} ${line}`)
}

const independent = 'Batch₁:\n□ TDD₁: f [files: src/f.js, test/f.js]\nBatch₂:\n□ TDD₂: g [files: src/g.js, test/g.js]\n'

test('a plan whose cycles list their files, each about something of its own, has no point', () => {
  proves('DPTR-67')
  expect(pointsOf('Batch₁:\n□ TDD₁: f [files: src/f.js, test/f.js]\n□ TDD₂: g [files: src/g.js, test/g.js]\n')).toEqual(
    [],
  )
})

test('a cycle that lists no file has a point', () => {
  proves('DPTR-67')
  expect(pointsOf('Batch₁:\n□ TDD₁: f\n□ TDD₂: g [files: src/g.js]\n')).toEqual(['cycle-without-files 2'])
})

test('a cycle that would change the design has a point', () => {
  proves('DPTR-67')
  expect(pointsOf('Batch₁:\n□ TDD₁: f [files: src/f.js, ./memory-bank/modules/m/design.md]\n')).toEqual([
    'document-touched 2',
  ])
})

test.each(['test/integration/f.js', 'test/f.integration.js', 'test/f.E2E.js', 'test/f-e2e.js'])(
  'unit tests in one cycle with %s have a point; integration tests alone have none',
  (path) => {
    proves('DPTR-67')
    expect(pointsOf(`Batch₁:\n□ TDD₁: f [files: src/f.js, test/f.js, ${path}]\n`)).toEqual(['unit-with-integration 2'])
    expect(pointsOf(`Batch₁:\n□ TDD₁: f [files: src/f.js, ${path}]\n`)).toEqual([])
  },
)

test('more cycles than components have a point at what is about nothing new; integration tests are about several', () => {
  proves('DPTR-67')
  const both = 'Batch₁:\n□ TDD₁: f [files: src/f.js]\nBatch₂:\n'
  expect(pointsOf(`${both}□ TDD₂: The rest of f (f) [files: src/f.js]\n`)).toEqual(['over-split 4'])
  expect(pointsOf(`${both}□ TDD₂: f and g (f, g) [files: src/f.js]\n`)).toEqual([])
  expect(pointsOf(`${both}□ TDD₂: All of f (f) [files: src/f.js, test/integration/f.js]\n`)).toEqual([])
})

test('cycles that wait for each other without a reason have a point', () => {
  proves('DPTR-67')
  expect(pointsOf(independent)).toEqual(['no-batching 4'])
})

test.each([
  ['a need', independent.replace('test/g.js]', 'test/g.js] [needs: TDD₁]')],
  ['a file of both', independent.replace('src/g.js', 'src/f.ts')],
  ['an interface of both', independent.replace('TDD₂: g', 'TDD₂: More (g, f)')],
  ['a batch of two', `${independent}□ TDD₃: h [files: src/h.js]\n`],
])('%s is a reason', (_, text) => {
  expect(pointsOf(text)).toEqual([])
})
