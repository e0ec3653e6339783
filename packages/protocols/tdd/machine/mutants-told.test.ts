import type { Finding } from '@sigma/protocol'
import { decided, integrated, judged, restored } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { journey } from './testing/journey.ts'

const plain = sampleTddInput({ batches: [1, 1] })
const mutants = { command: 'npx stryker run', report: 'mutation.json', least: 80, limitMs: 1_000 }
const able = { ...plain, project: { ...plain.project, mutants } }
const input = { ...able, mutants: true as const }
const measuring = journey(input).until('slice1.integrate').happen(integrated('slice1.integrate', 'merged'))

const found = (rule: string): readonly Finding[] => [{ rule, message: `${rule}: it says`, remedy: 'mend' }]
const parametersOf = (of: Parameters<typeof journey>[0]) =>
  journey(of).until('slice1.check').check('slice1.check').parameters

test('mutants are planted where a run wants that and the project says how, and nowhere else', () => {
  expect(parametersOf(input)).toMatchObject({ mutantsSince: 'base', project: { mutants } })
  for (const other of [plain, able, { ...plain, mutants: true as const }])
    expect(parametersOf(other)).not.toHaveProperty('mutantsSince')
})

test('a later slice has them planted in what it wrote itself', () => {
  const later = journey(input).until('slice2.check').check('slice2.check').parameters
  expect(later).not.toMatchObject({ mutantsSince: 'base' })
  expect(later).toHaveProperty('mutantsSince')
})

test('cycles that are tried together have none planted', () => {
  const two = sampleTddInput({ batches: [2] })
  const together = { ...two, project: { ...two.project, mutants }, mutants: true as const, together: true as const }
  const trying = journey(together).until('slice1.trial.integrate')
  const measured = trying.happen(integrated('slice1.trial.integrate', 'tried'))
  expect(measured.check('slice1.trial.check').parameters).not.toHaveProperty('mutantsSince')
})

test.each([
  ['mutant-survives', ['mutant-survives'], []],
  ['mutants-switched-off', [], ['mutants-switched-off']],
  ['mutant-report-wrong', ['mutant-report-wrong'], ['mutant-report-wrong']],
  ['mutant-settings-changed', ['mutant-settings-changed'], ['mutant-settings-changed']],
])('%s is told to those who may mend it, and then they are planted again', (rule, qa, dev) => {
  const back = measuring.happen(judged('slice1.check', 'fail', { findings: [...found(rule)] }))
  expect(back.open).toEqual(['C1.refactor-tests.qa'])
  const refused = (id: string) =>
    back
      .until(id)
      .ask(id)
      .brief.refused.map((each) => each.rule)
  expect(refused('C1.refactor-tests.qa')).toEqual(qa)
  expect(refused('C1.refactor-impl.dev')).toEqual(dev)
  expect(back.until('slice1.check').check('slice1.check').parameters).toMatchObject({ mutantsSince: 'base' })
})

test('when the iterations are spent a person may waive what no test notices, with a reason, and the rest is measured again', () => {
  const spent = { ...input, together: true as const, limits: { ...input.limits, rounds: 1 } }
  const red = judged('slice1.check', 'fail', { findings: [...found('mutant-survives')] })
  const asked = journey(spent).until('slice1.check').happen(red).happen(restored('slice1.lay'))
  const options = (at: typeof asked): readonly string[] => at.consult('slice1.decision').options.map(({ name }) => name)
  expect(options(asked)).toEqual(['extend', 'merged', 'waive', 'abort'])
  const without = asked.happen(decided('slice1.decision', 'waive'))
  expect(without.consult('slice1.decision').reasons?.map(({ rule }) => rule)).toContain('waived-without-reason')
  const waived = asked.happen(decided('slice1.decision', 'waive', { input: { note: 'the order does not matter' } }))
  expect(waived.check('slice1.check')).toMatchObject({
    commit: asked.state.kind === 'stuck' ? asked.state.merging?.commit : '',
    parameters: { mutantsSince: 'base', waiver: 'the order does not matter' },
  })
  const mixed = journey(spent)
    .until('slice1.check')
    .happen(judged('slice1.check', 'fail', { findings: [...found('mutant-survives'), ...found('test-fails')] }))
    .happen(restored('slice1.lay'))
  expect(options(mixed)).toEqual(['extend', 'merged', 'abort'])
})

test('a report that says nothing is no work for an agent: a person is asked, and has it tried again or ends the run', () => {
  const asked = measuring.happen(judged('slice1.check', 'unknown', { findings: [...found('mutants-unknown')] }))
  expect(asked.open).toEqual(['slice1.decision'])
  const { status, reasons, options } = asked.consult('slice1.decision')
  expect([status, reasons?.map(({ rule }) => rule), options.map(({ name }) => name)]).toEqual([
    ...['halted', ['mutants-unknown'], ['resume', 'abort']],
  ])
  const again = asked.happen(decided('slice1.decision', 'resume'))
  expect(again.check('slice1.check')).toMatchObject({ gate: 'combined', commit: 'merged' })
  const mixed = [...found('mutants-unknown'), ...found('test-fails')]
  const agents = measuring.happen(judged('slice1.check', 'unknown', { findings: mixed }))
  expect(agents.open).toEqual(['C1.refactor-tests.qa'])
})

test.each([
  [{ noticed: 9, survived: 1, leftOut: 0 }, 'Mutants: tests notice 9 of 10 (90 %), in 61 s.'],
  [
    { noticed: 2, survived: 1, leftOut: 4 },
    'Mutants: tests notice 2 of 3 (66.6 %), 4 left out by its settings or no program that runs, in 61 s.',
  ],
  [
    { noticed: 0, survived: 0, leftOut: 2 },
    'Mutants: none that counts was planted, 2 left out by its settings or no program that runs, so nothing is known of them.',
  ],
  [
    { noticed: 0, survived: 0, leftOut: 0 },
    'Mutants: nothing that the work wrote can be replaced, so nothing is known of them.',
  ],
])('what they cost and how many tests notice is told where the work is accepted: %j', (counts, message) => {
  const data = { mutants: { ...counts, least: 80, durationMs: 61_000 } }
  const { effects } = measuring.happen(judged('slice1.check', 'pass', { data }))
  expect(effects).toContainEqual({ kind: 'tell', message: { type: 'checks', data: { message } } })
})
