import { expect, test } from 'vitest'
import { type Fault, nothingToRun, type TestCase, type TestRun } from '../runners/test-run.ts'
import { answering, dataOfOld, knownToAll, lasting, newFailures, newFaults, newFlakes } from './known.ts'

type Outcome = readonly [id: string, state: TestCase['state']]

const file = (id: string): string => id.slice(0, id.indexOf(' '))
const testOf = ([id, state]: Outcome): TestCase => ({
  id,
  file: file(id),
  names: [id],
  outermost: 1,
  state,
  line: 1,
  column: 1,
  failure: null,
})
const faultOf = ([kind, path]: readonly [Fault['kind'], string]): Fault => ({ kind, file: path, message: 'It broke.' })

function run(
  tests: readonly Outcome[],
  faults: readonly (readonly [Fault['kind'], string])[] = [],
  flaky?: string[],
): TestRun {
  const known = flaky === undefined ? {} : { knownFlaky: flaky }
  return { ...nothingToRun('node:test'), tests: tests.map(testOf), faults: faults.map(faultOf), ...known }
}

const failing = (before: TestRun, after: TestRun, wanted?: ReadonlySet<string>): readonly string[] =>
  newFailures(before, after, wanted).map(({ id }) => id)
const faulty = (before: TestRun, after: TestRun, changed: readonly string[] = []): readonly string[] =>
  newFaults(before, after, changed).map(({ kind, file: path }) => `${kind} ${path}`)

test('what failed before is old; what passed, was skipped or was not there is not', () => {
  const before = run([
    ['a 1', 'failed'],
    ['a 2', 'passed'],
    ['a 3', 'skipped'],
  ])
  const after = run([
    ['a 1', 'failed'],
    ['a 2', 'failed'],
    ['a 3', 'failed'],
    ['a 4', 'failed'],
  ])
  expect(failing(before, after)).toEqual(['a 2', 'a 3', 'a 4'])
  expect(failing(before, after, new Set(['a 1']))).toEqual(['a 1', 'a 2', 'a 3', 'a 4'])
})

test('a test that nobody had seen is old in a file of which none ran; where one ran, it is new', () => {
  const now = run([
    ['a 1', 'failed'],
    ['a 2', 'failed'],
  ])
  expect(failing(run([], [['load', 'a']]), now)).toEqual([])
  for (const state of ['passed', 'failed'] as const)
    expect(failing(run([['a 0', state]], [['hook', 'a']]), now)).toEqual(['a 1', 'a 2'])
  expect(failing(run([['a 1', 'skipped']], [['load', 'a']]), now)).toEqual(['a 1'])
})

test('a test that failed by its subtests alone is no old failure where it fails itself', () => {
  const by = (kind: 'subtests' | 'assertion'): TestRun => {
    const failure = { kind, name: '', code: null, message: '', frame: null, throughSource: true }
    return { ...run([]), tests: [{ ...testOf(['a 1', 'failed']), failure }] }
  }
  expect(failing(by('subtests'), by('assertion'))).toEqual(['a 1'])
  expect(failing(by('subtests'), by('subtests'))).toEqual([])
  expect(failing(by('assertion'), by('assertion'))).toEqual([])
})

test('nothing that was seen before excuses tests that the work is about', () => {
  const before = run(
    [
      ['a 1', 'failed'],
      ['a 2', 'failed'],
    ],
    [['hook', 'a']],
    ['a 1', 'a 2', 'a', 'b'],
  )
  const now = answering(before, [{ id: 'a 1', file: 'a' }])
  expect(now).toMatchObject({ tests: [{ id: 'a 2' }], faults: [], knownFlaky: ['a 2', 'b'] })
  expect(newFlakes(now, [{ id: 'a 1' }, { id: 'a 2' }, { id: 'a' }])).toEqual([{ id: 'a 1' }, { id: 'a' }])
})

test('a known flaky test is old whatever it does, unless it is what the work is about', () => {
  const before = run([['a 1', 'passed']], [], ['a 1', 'b'])
  const after = run([['a 1', 'failed']], [['load', 'b']])
  expect(failing(before, after)).toEqual([])
  expect(failing(before, after, new Set(['a 1']))).toEqual(['a 1'])
  expect(faulty(before, after)).toEqual([])
})

test('a fault is old as it was, or in a file of which no test passed; one more of its kind is new', () => {
  const before = run(
    [['b 1', 'passed']],
    [
      ['load', 'a'],
      ['hook', 'b'],
    ],
  )
  expect(
    faulty(
      before,
      run(
        [],
        [
          ['load', 'a'],
          ['hook', 'b'],
        ],
      ),
    ),
  ).toEqual([])
  expect(faulty(before, run([], [['ended-early', 'a']]))).toEqual([])
  expect(faulty(before, run([], [['load', 'b']]))).toEqual(['load b'])
  expect(
    faulty(
      before,
      run(
        [],
        [
          ['hook', 'b'],
          ['hook', 'b'],
        ],
      ),
    ),
  ).toEqual(['hook b'])
  expect(faulty(before, run([], [['load', 'c']]))).toEqual(['load c'])
})

test('a file that was changed answers for its faults', () => {
  const before = run([], [['load', 'a']])
  expect(faulty(before, run([], [['load', 'a']]), ['a'])).toEqual(['load a'])
})

test('a known flaky test may be missing, but not from a file that was changed', () => {
  const before = run(
    [
      ['a 1', 'passed'],
      ['a 2', 'passed'],
    ],
    [],
    ['a 1'],
  )
  expect(lasting(before, before.tests, [])).toEqual(['a 2'])
  expect(lasting(before, before.tests, ['a'])).toEqual(['a 1', 'a 2'])
})

test('two outcomes of what was wrong before are no new flakiness', () => {
  const before = run(
    [
      ['a 1', 'failed'],
      ['a 2', 'passed'],
    ],
    [['load', 'b']],
    ['a 3'],
  )
  const flakes = ['a 1', 'a 2', 'a 3', 'b', 'c'].map((id) => ({ id }))
  expect(newFlakes(before, flakes).map(({ id }) => id)).toEqual(['a 2', 'c'])
})

test('what fails as before is counted for people, each test and file once, without what is flaky', () => {
  const before = run(
    [
      ['a 1', 'failed'],
      ['a 2', 'passed'],
    ],
    [['load', 'b']],
    ['c 1'],
  )
  const after = run(
    [
      ['a 1', 'failed'],
      ['a 2', 'failed'],
      ['c 1', 'failed'],
    ],
    [['load', 'b']],
  )
  expect(dataOfOld(before, after)).toEqual({ oldFailures: 2, failedBefore: ['b', 'a 1'] })
  expect(dataOfOld(before, run([['a 1', 'passed']]))).toEqual({ oldFailures: 0 })
})

test('of several runs a test that passed in one has passed, and a fault is one of all', () => {
  const one = run(
    [
      ['a 1', 'failed'],
      ['a 2', 'failed'],
    ],
    [
      ['load', 'b'],
      ['load', 'c'],
    ],
    ['d 1'],
  )
  const other = run(
    [
      ['a 1', 'passed'],
      ['a 2', 'failed'],
    ],
    [['load', 'b']],
    ['d 2'],
  )
  const known = knownToAll([one, other])
  expect(
    failing(
      known,
      run([
        ['a 1', 'failed'],
        ['a 2', 'failed'],
      ]),
    ),
  ).toEqual(['a 1'])
  expect(
    faulty(
      known,
      run(
        [],
        [
          ['load', 'b'],
          ['load', 'c'],
        ],
      ),
    ),
  ).toEqual(['load c'])
  expect(known.knownFlaky).toEqual(['d 1', 'd 2'])
})
