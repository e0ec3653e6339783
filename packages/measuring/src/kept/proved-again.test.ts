import { expect, test } from 'vitest'
import { nothingToRun, type Problem, type TestCase, type TestRun } from '../runners/test-run.ts'
import { comparedAgain } from './proved-again.ts'
import type { FileRecord, Outcome, SuiteRecord } from './record.ts'

const [a, b, c] = ['test/a.test.js', 'test/b.test.js', 'test/c.test.js'] as const

function testCase(file: string, state: TestCase['state'] = 'passed', name = 'x'): TestCase {
  const failure: TestCase['failure'] =
    state === 'failed'
      ? { kind: 'other', name: 'Error', code: null, message: 'boom', frame: null, throughSource: false }
      : null
  return { id: `${file} › ${name}`, file, names: [name], outermost: 1, state, line: 1, column: 1, failure }
}

const kept = (file: string): FileRecord => ({
  outcome: { tests: [testCase(file)], focused: [], isEmpty: false, leftOut: null },
  ...{ reach: null, commit: 'c1', evidence: 'sha256:e' },
})

const record: SuiteRecord = {
  ...{ commit: 'c2', tree: 't', version: 'v24', suiteMs: 0, here: new Set<string>(), isNarrow: false },
  files: new Map([a, b, c].map((file) => [file, kept(file)])),
  always: new Set(),
}

interface Asked {
  readonly files: readonly string[] | null
  /** Runs before it. */
  readonly before: number
}

/** Compares two of three files with runs in which these tests, or the whole run, come out otherwise. */
async function compare(
  failing: (asked: Asked) => readonly TestCase[],
  more: (asked: Asked) => Partial<TestRun> = () => ({}),
  files = record.files,
) {
  const asked: (readonly string[] | null)[] = []
  const compared = await comparedAgain({
    record: { ...record, files },
    files: [a, b],
    run: async (some) => {
      const at = { files: some, before: asked.push(some) - 1 }
      const others = failing(at)
      const plain = (some ?? [a, b, c]).filter((file) => others.every((each) => each.file !== file))
      const tests = [...others, ...plain.map((file) => testCase(file))]
      return { ...nothingToRun('node:test'), tests, ...more(at) }
    },
  })
  return { compared, asked }
}

const failed = testCase(b, 'failed')

test('what does as it is kept is run once', async () => {
  expect(await compare(() => [])).toEqual({ compared: { kind: 'compared', unlike: [] }, asked: [[a, b]] })
})

test('what fails each time, and among all too, is unlike what is kept', async () => {
  const unlike = [
    {
      ...{ file: b, test: `${b} › x`, kept: 'passed', now: expect.stringMatching(/^failed .*boom/), more: 1 },
      ...{ isFlaky: false, commit: 'c1', evidence: 'sha256:e' },
    },
  ]
  const { compared, asked } = await compare(() => [failed, testCase(b, 'passed', 'new')])
  expect({ compared, asked }).toEqual({ compared: { kind: 'compared', unlike }, asked: [[a, b], [a, b], null] })
})

test('what fails among a few and passes among all is as it is kept', async () => {
  const { compared } = await compare(({ files }) => (files === null ? [] : [failed]))
  expect(compared).toEqual({ kind: 'compared', unlike: [] })
})

test('what has two outcomes now is flaky, whichever of them is kept', async () => {
  for (const second of [[], [testCase(b, 'skipped')]]) {
    const { compared, asked } = await compare(({ before }) => (before === 0 ? [failed] : second))
    expect(compared).toMatchObject({ unlike: [{ file: b, isFlaky: true }] })
    expect(asked).toEqual([
      [a, b],
      [a, b],
    ])
  }
})

test.each<[string, Partial<Outcome>, Partial<TestRun>, object]>([
  ['another name', { tests: [testCase(a, 'passed', 'y')] }, {}, { test: `${a} › y`, now: `is named ${a} › x` }],
  [
    'a file without tests',
    { tests: [], isEmpty: true },
    {},
    { test: `${a} › x`, kept: 'was not there', now: 'passed' },
  ],
  [
    'what is left out and has no test',
    { tests: [], leftOut: 'exclude' },
    { tests: [testCase(b)], empty: [a] },
    { now: 'has no test' },
  ],
  ['focused tests', { focused: [`${a}:1`] }, {}, { kept: 'runs focused tests alone', now: 'runs to its end' }],
  [
    'what is left out',
    { leftOut: 'exclude' },
    {},
    { kept: expect.stringMatching(/^is left out/), now: 'runs to its end' },
  ],
  [
    'a test to do that fails by now',
    { tests: [testCase(a, 'todo')] },
    { tests: [{ ...testCase(a, 'failed'), state: 'todo' }, testCase(b)] },
    { kept: 'runs to its end', now: 'has a test to do that fails' },
  ],
])('a difference is more than a state: %s', async (_, outcome, says, unlike) => {
  const other = {
    ...kept(a),
    outcome: { tests: [testCase(a)], focused: [], isEmpty: false, leftOut: null, ...outcome },
  }
  const { compared } = await compare(
    () => [],
    () => says,
    new Map([...record.files, [a, other]]),
  )
  expect(compared).toMatchObject({ unlike: [{ file: a, isFlaky: false, ...unlike }] })
})

test.each<[string, Partial<TestRun>, string]>([
  ['that has a problem', { problem: problem() }, 'It took too long'],
  ['with a fault of no file', { faults: [{ kind: 'unhandled', file: '', message: 'lost' }] }, 'lost'],
  ['of other files', { tests: [testCase(c)] }, 'tests of other files ran'],
])('a run %s says nothing, and nobody is blamed for it', async (_, says, why) => {
  expect(
    (
      await compare(
        () => [],
        () => says,
      )
    ).compared,
  ).toEqual({ kind: 'unsaid', why })
  const second = await compare(
    () => [failed],
    ({ before }) => (before === 0 ? {} : says),
  )
  expect(second.compared).toEqual({ kind: 'unsaid', why })
})

test('where a run of all says nothing, what fails each time is unlike what is kept', async () => {
  const { compared } = await compare(
    () => [failed],
    ({ files }) => (files === null ? { problem: problem() } : {}),
  )
  expect(compared).toMatchObject({ unlike: [{ file: b, isFlaky: false }] })
})

function problem(): Problem {
  return { rule: 'timed-out', message: 'It took too long.', remedy: 'End.' }
}
