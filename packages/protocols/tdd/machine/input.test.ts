import { handoffOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { tddInputSchema } from './input.ts'
import { sampleTddInput } from './sample.ts'
import { journey } from './testing/journey.ts'

const input = sampleTddInput({ batches: [2, 1] })

test('a sample is a valid input, and reading it changes nothing', () => {
  expect(tddInputSchema.parse(input)).toEqual(input)
})

test.each([
  [
    'a cycle in two batches',
    {
      batches: [
        { parallel: 2, cycles: [1, 2] },
        { parallel: 1, cycles: [2, 3] },
      ],
    },
  ],
  ['a cycle in no batch', { batches: [{ parallel: 2, cycles: [1, 2] }] }],
  ['a cycle that does not exist', { batches: [{ parallel: 2, cycles: [1, 2, 3, 4] }] }],
  ['a parallel degree of 4', { batches: [{ parallel: 4, cycles: [1, 2, 3] }] }],
  ['no tries', { limits: { ...input.limits, tries: 0 } }],
  ['coverage above 100', { project: { ...input.project, coverage: { ...input.project.coverage, lines: 101 } } }],
])('%s is no input', (_name, change) => {
  expect(tddInputSchema.safeParse({ ...input, ...change }).success).toBe(false)
})

test('each agent gets the context of its cycle and both documents, and no more files than its own', () => {
  proves('DPTR-76', 'DPTR-83', 'DPTR-84')
  const red = journey(input).until('C2.red.qa').ask('C2.red.qa')
  expect(red.brief).toMatchObject({
    type: 'red',
    from: 'engine',
    context: {
      module: 'src/sample',
      designPath: input.design.path,
      planPath: input.plan.path,
      interfaceSignature: 'export function feature2(): number',
      session: { cycle: 2, phase: 'RED', round: 0 },
    },
    documents: [input.design, input.plan],
    parameters: { cycle: 'TDD_2', title: 'Feature 2', interfaces: ['feature2'] },
  })
  expect(red.writes).toEqual(['test/feature2.test.js'])
})

test('Phase 0 may write implementation files that are no tests, and declares everything once', () => {
  proves('DPTR-76')
  const source = { ...input.project, source: ['src/**'], tests: ['src/**/*.test.js', '!src/fixtures/**'] }
  const twice = input.cycles.map((cycle) => ({
    ...cycle,
    signature: 'export function a(\n  x: number,\n): number\nexport class B {\n  c(): void\n}',
  }))
  const begun = journey({ ...input, project: source, cycles: twice }).until('phase0')
  expect(begun.ask('phase0').writes).toEqual(['src/**', '!src/**/*.test.js'])
  expect(begun.until('phase0.check').check('phase0.check').parameters['interfaces']).toEqual([
    'export function a(\n  x: number,\n): number',
    'export class B {\n  c(): void\n}',
  ])
})

test('with files in the plan a role is told what it may make, and who keeps the rest', () => {
  proves('DPTR-73')
  const cycles = input.cycles.map((cycle) => ({
    ...cycle,
    files: cycle.id === 'TDD_3' ? [] : [...cycle.tests, ...cycle.source],
    creates: { tests: ['test/**'], source: ['src/**', '!test/**'] },
  }))
  const walk = journey({ ...input, cycles }).until('phase0')
  expect(walk.ask('phase0').creates).toBeUndefined()
  const kept = [{ by: 'TDD_1', files: ['test/feature1.test.js', 'src/feature1.js'] }]
  const red = walk.until('C2.red.qa')
  expect(red.ask('C2.red.qa').creates).toEqual({ globs: ['test/**'], since: red.ask('C2.red.qa').base, kept })
  const green = red.until('C2.green.dev')
  // What the cycle made since then is still new to it.
  expect(green.ask('C2.green.dev')).toMatchObject({
    base: expect.not.stringMatching(`^${red.ask('C2.red.qa').base}$`),
    creates: { globs: ['src/**', '!test/**'], since: red.ask('C2.red.qa').base, kept },
  })
  expect(handoffOf(green.ask('C2.green.dev'), 'a1', []).metadata).toMatchObject({
    writable: ['src/feature2.js'],
    creatable: ['src/**', '!test/**'],
  })
  expect(green.until('C2.review.dev').ask('C2.review.dev').creates).toBeUndefined()
})

test('what RED calls tests of the cycle are also those in new files', () => {
  const cycles = input.cycles.map((cycle) => ({ ...cycle, creates: { tests: ['test/**', '!test/x.js'], source: [] } }))
  const red = journey({ ...input, cycles }).until('C1.red.check')
  expect(red.check('C1.red.check').parameters['tests']).toEqual(['test/**', '!test/x.js'])
})
