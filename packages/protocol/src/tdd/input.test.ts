import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { sampleTddInput } from './sample.ts'
import { tddInputSchema } from './schema.ts'
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
  const begun = journey({ ...input, project: source, cycles: twice })
  expect(begun.ask('phase0').writes).toEqual(['src/**', '!src/**/*.test.js'])
  expect(begun.until('phase0.check').check('phase0.check').parameters['interfaces']).toEqual([
    'export function a(\n  x: number,\n): number',
    'export class B {\n  c(): void\n}',
  ])
})
