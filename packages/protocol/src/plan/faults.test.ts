import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { readPlan } from './reader.ts'

/** The faults as `line: message`. */
function faultsOf(text: string): readonly string[] {
  const read = readPlan(text, { parallel: 2 })
  if (read.kind === 'plan') throw new Error('the plan has no fault')
  for (const { rule } of read.faults) expect(rule).toMatch(/^[a-z]+(-[a-z]+)*$/)
  for (const { remedy } of read.faults) expect(remedy).toMatch(/^[A-Z].*\.\.?$/)
  return read.faults.map(({ line, message }) => `${line}: ${message}`)
}

const json = (plan: unknown): string => `# Plan\n\n\`\`\`json\n${JSON.stringify(plan, null, 1)}\n\`\`\`\n`
const cycle = (id: string, more: object = {}): object => ({ id, interface: 'f', ...more })

test.each(['0', '4', '-1', 'two', '1.5', '22'])('a batch that runs %s cycles at a time is refused', (parallel) => {
  proves('DPTR-80')
  expect(faultsOf(`Batch₁: (parallel ${parallel})\n□ TDD₁: f`)).toEqual([
    `1: Batch 1 runs ${parallel} cycles at a time; 1, 2 or 3 are possible.`,
  ])
})

test.each([[0], [4], [null], ['many'], [1.5], [[2]]])('so it is in the JSON form: %j', (parallel) => {
  proves('DPTR-80')
  expect(faultsOf(json({ cycles: [cycle('a')], batches: [{ parallel }] }))).toEqual([
    expect.stringMatching(/^13: Batch 1 runs .* cycles at a time; 1, 2 or 3 are possible\.$/),
  ])
})

test('a text without a plan is a fault of its first line', () => {
  proves('DPTR-66')
  expect(faultsOf('# Plan\n\nTo be written.\n')).toEqual([expect.stringContaining('1: The text holds no plan')])
  expect(faultsOf('')).toHaveLength(1)
})

test('forms that disagree are a fault where they do', () => {
  proves('DPTR-66')
  const batches = 'Batch₁: (parallel 2)\n□ TDD₁: f\n□ TDD₂: g\n'
  const other = (second: object, batch: object = {}): string =>
    batches + json({ cycles: [cycle('TDD_1'), cycle('TDD_2', second)], batches: [{ parallel: 2, ...batch }] })
  expect(readPlan(other({ interface: 'g' }), { parallel: 1 }).kind).toBe('plan')
  expect(faultsOf(other({}))).toEqual(['3: The json block and the batch lines disagree about tdd2.'])
  expect(faultsOf(other({ interface: 'g', files: ['src/g.js'] }))).toHaveLength(1)
  expect(faultsOf(other({ interface: 'g' }, { parallel: 1 }))).toEqual([
    '2: The json block and the batch lines disagree about batch 1.',
  ])
})

test('a cycle stands once, in one batch', () => {
  expect(faultsOf('Batch₁:\n□ TDD₁: f\nBatch₂:\n□ TDD1: g')).toEqual([
    expect.stringContaining('4: Cycle TDD1 is already on line 2'),
  ])
  expect(faultsOf(json({ cycles: [cycle('a'), cycle('a')] }))).toEqual([
    expect.stringContaining('10: Cycle a is already on line 6'),
  ])
})

test('a file in two cycles of one batch is refused, in cycles of different batches it is not', () => {
  const together = 'Batch₁:\n□ TDD₁: f [files: src/a.js, test/a.js]\n□ TDD₂: g [files: ./src/a.js]\n'
  expect(faultsOf(together)).toEqual([
    '3: src/a.js is in cycles TDD_1 and TDD_2 of batch 1, which run at the same time.',
  ])
  expect(readPlan(together.replace('\n□ TDD₂', '\nBatch₂:\n□ TDD₂'), { parallel: 1 }).kind).toBe('plan')
})

test('so is one whose tests two cycles of a batch replace', () => {
  const together = 'Batch₁:\n□ TDD₁: f [files: test/a.js]\n□ TDD₂: g [replaces: test/a.js > a]\n'
  expect(faultsOf(together)).toEqual([
    '3: test/a.js is in cycles TDD_1 and TDD_2 of batch 1, which run at the same time.',
  ])
  expect(faultsOf('Batch₁:\n□ TDD₁: f [replaces: ../a.js > a]')).toEqual([
    '2: Cycle TDD_1 lists "../a.js", which is no path inside the repository.',
  ])
})

test.each(['../a.js', '/etc/passwd', 'src/../../a.js', 'C:\\a.js', 'src\\a.js', '!../a'])(
  'the file %s is outside the repository',
  (path) => {
    expect(faultsOf(json({ cycles: [cycle('a', { files: [path] })] }))).toEqual([
      `6: Cycle a lists ${JSON.stringify(path)}, which is no path inside the repository.`,
    ])
  },
)

test('needs must be met before the cycle begins', () => {
  proves('SIG-105')
  expect(faultsOf('Batch₁:\n□ TDD₁: f [needs: TDD₉]')).toEqual([
    '2: Cycle TDD_1 needs TDD_9, which the plan does not have.',
  ])
  expect(faultsOf('Batch₁:\n□ TDD₁: f\n□ TDD₂: g [needs: TDD₁]')).toEqual([
    '3: Cycle TDD_2 of batch 1 needs TDD_1 of batch 1, which is not done before it.',
  ])
  expect(faultsOf('Batch₁:\n□ TDD₁: f [needs: TDD₂]\nBatch₂:\n□ TDD₂: g [needs: TDD₁]')).toEqual([
    '2: Cycle TDD_1 needs itself: TDD_1 → TDD_2 → TDD_1.',
    '4: Cycle TDD_2 needs itself: TDD_1 → TDD_2 → TDD_1.',
  ])
  expect(faultsOf('Batch₁:\n□ TDD₁: f [needs: TDD₁]')).toEqual(['2: Cycle TDD_1 needs itself: TDD_1 → TDD_1.'])
})

test.each([
  ['Batch₂:\n□ TDD₁: f', '1: This is batch 2 where batch 1 is due.'],
  ['□ TDD₁: f', '1: Cycle TDD₁ stands in no batch.'],
  ['Batch₁:\n\nBatch₂:\n□ TDD₁: f', '1: Batch 1 has no cycle.'],
  ['Batch₁:\n□ do something', '2: This line has a box but no cycle: its id and a colon are missing.'],
  ['Batch₁:\n□ TDD₁: Make it nice', '2: Cycle TDD_1 names no interface.'],
  ['Batch₁:\n□ TDD₁: f → ℜ→ℜᶠ', '2: Cycle TDD_1 has the phases ℜ → ℜᶠ.'],
  [
    'Batch₁:\n□ TDD₁: f → ℜ→ℜᴳ→ℜᶠ [deps: TDD₂]',
    '2: Cycle TDD₁ has a bracket other than [files: …], [needs: …], [replaces: …] and a reference to its module.',
  ],
  [json({ cycles: [] }), '4: The plan has no cycle.'],
  [json({ cycles: [cycle('a', { batch: 3 })] }), '6: Cycle a stands in batch 3, and there are 1.'],
  [json({ cycles: [cycle('a', { phases: [] })] }), '6: Cycle a has the phases (none).'],
  [json({ cycles: [{ id: 7, interface: 'f' }] }), '7: cycles.0.id is not as it must be'],
  [json({ cycles: [{ id: 'a' }] }), '6: cycles.0.interface is not as it must be'],
  [json([]), '4: The block is not as it must be'],
  [json({ cycles: [cycle('a')] }) + json({}), '16: This is a second json block; a plan holds one.'],
  ['# Plan\n```json\n{ "cycles": [\n  { "id": "a", }\n] }\n```', '4: The json block cannot be read as JSON.'],
  ['```json\n{ "cycles": [', '2: The json block cannot be read as JSON.'],
])('%j is refused', (text, fault) => {
  expect(faultsOf(text)).toContainEqual(expect.stringContaining(fault))
})

test('all faults are told at once, by line', () => {
  const text = 'Batch₁: (parallel 7)\n□ TDD₁: Make it nice\n□ TDD₂: g [needs: TDD₅]'
  expect(faultsOf(text).map((fault) => fault.slice(0, 2))).toEqual(['1:', '2:', '3:'])
})
