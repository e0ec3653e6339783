import type { Finding } from '@sigma/protocol'
import { integrated, judged } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { journey } from './testing/journey.ts'

const plain = sampleTddInput({ batches: [1], target: 'refs/heads/main' })
const input = { ...plain, project: { ...plain.project, checks: ['npm run lint'] } }
const measuring = journey(input).until('slice1.integrate').happen(integrated('slice1.integrate', 'merged'))

const found = (...rules: readonly string[]): readonly Finding[] =>
  rules.map((rule) => ({ rule, message: `${rule}: it prints`, remedy: 'mend' }))
const failing = (...rules: readonly string[]) =>
  measuring.happen(judged('slice1.check', 'fail', { findings: [...found(...rules)] }))
const refusedOf = (at: ReturnType<typeof failing>, id: string) =>
  at
    .until(id)
    .ask(id)
    .brief.refused.map(({ rule }) => rule)

test('the gate compares the project’s checks with where the run began, and is told of none where there are none', () => {
  const head = { commit: 'base', evidence: 'sha256:baseline.check@base' }
  expect(measuring.check('slice1.check').parameters).toMatchObject({ head })
  const without = journey(plain).until('slice1.check').check('slice1.check').parameters
  expect(without).not.toHaveProperty('head')
})

test.each([
  [['check-failed'], [], ['check-failed']],
  [['check-failed-in-tests'], ['check-failed-in-tests'], []],
  [['check-failed', 'check-failed-in-tests'], ['check-failed-in-tests'], ['check-failed']],
])('what checks found (%s) is told to those who may mend it, and is no failed test', (rules, qa, dev) => {
  const back = failing(...rules)
  expect(back.open).toEqual(['C1.refactor-tests.qa'])
  expect(refusedOf(back, 'C1.refactor-tests.qa')).toEqual(qa)
  expect(refusedOf(back, 'C1.refactor-impl.dev')).toEqual(dev)
  // Then they are run again.
  expect(back.until('slice1.check').check('slice1.check').gate).toBe('combined')
})

test('a failed test is told to both, as ever', () => {
  const back = failing('test-fails')
  for (const id of ['C1.refactor-tests.qa', 'C1.refactor-impl.dev'])
    expect(refusedOf(back, id)).toEqual(['combined-run-failed', 'test-fails'])
})

test('what passes, what failed before and what cannot be run is told where the work is accepted', () => {
  const checks = [
    { command: 'npm run lint', stands: 'passes', why: null },
    { command: 'tsc', stands: 'failed-before', why: null },
    { command: 'tsc -p test', stands: 'failed-before', why: null, asAtHead: 2 },
    { command: 'madge', stands: 'unclear', why: 'its output is not whole' },
    { command: 'x', stands: 'cannot-run', why: 'it is not found' },
  ]
  expect(measuring.happen(judged('slice1.check', 'pass', { data: { checks } })).effects).toContainEqual({
    kind: 'tell',
    message: {
      type: 'checks',
      data: {
        message:
          '`npm run lint` passes; `tsc` failed before the work already, and nothing new is found in what it changed; `tsc -p test` failed before the work already, and says of what the work changed what it says at HEAD of other places (2 lines); `madge` failed before the work already, and nobody can tell whether it finds more now: its output is not whole; `x` cannot be run: it is not found.',
      },
    },
  })
  const quiet = measuring.happen(judged('slice1.check', 'pass')).effects
  expect(quiet.filter(({ kind }) => kind === 'tell')).toEqual([])
})

test('the end of the run says how they stand, and what did not change between slices is told once', () => {
  const checks = [{ command: 'npm run lint', stands: 'passes', why: null }]
  const two = {
    ...input,
    cycles: sampleTddInput({ batches: [1, 1] }).cycles,
    batches: sampleTddInput({ batches: [1, 1] }).batches,
  }
  const first = journey(two)
    .until('slice1.check')
    .happen(judged('slice1.check', 'pass', { data: { checks } }))
  expect(first.effects.filter(({ kind }) => kind === 'tell')).toHaveLength(1)
  const second = first.until('slice2.check').happen(judged('slice2.check', 'pass', { data: { checks } }))
  expect(second.effects.filter(({ kind }) => kind === 'tell')).toEqual([])
  const over = second.toTheEnd().last.kernel.outcome
  expect(over).toMatchObject({ summary: expect.stringMatching(/combined\. Checks: `npm run lint` passes\.$/) })
})

test('work that is carried over is compared with where the branch stands now, and a person hears what fails there', () => {
  const head = 'b'.repeat(40)
  const checking = journey(input)
    .until('base.look')
    .happen(judged('base.look', 'pass', { data: { stands: 'ahead', head } }), integrated('base.integrate', 'carried'))
  expect(checking.check('base.check').parameters).toMatchObject({ head: { commit: head } })
  const asked = checking.happen(judged('base.check', 'fail', { findings: [...found('check-failed')] }))
  expect(asked.consult('base.decision').reasons).toMatchObject([
    { rule: 'carried-run-failed', message: expect.stringMatching(/^The project's own checks fail on the work/) },
    { rule: 'check-failed' },
  ])
})
