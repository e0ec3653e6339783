import { expect, test } from 'vitest'
import { nothingToRun, type TestCase, type TestRun } from '../runners/test-run.ts'
import { comparedAlike } from './alike.ts'
import { flakesOf, within } from './twice.ts'

const files = ['test/a.test.js', 'test/b.test.js']

const caseOf = (file: string, passes: boolean): TestCase => ({
  ...{ id: `${file} › t`, names: ['t'], file, line: 1, column: 1, durationMs: 1, outermost: 1 },
  state: passes ? 'passed' : 'failed',
  failure: null,
})

/** `+-`: the test of a passes, that of b fails. */
const runOf = (marks: string): TestRun => ({
  ...nothingToRun('node:test'),
  tests: files.map((file, at) => caseOf(file, marks[at] === '+')),
})

/** What is compared in the end, and which files were run for it. */
async function compared(first: string, part: string, parts: readonly string[], wholes: readonly string[]) {
  const [left, all] = [[...parts], [...wholes]]
  const asked: (readonly string[] | null)[] = []
  const again = async (given: readonly string[] | null): Promise<TestRun> => {
    asked.push(given)
    const run = runOf((given === null ? all : left).shift() ?? 'unasked')
    return given === null ? run : within(run, given)
  }
  const [, b = ''] = files
  const second = { run: within(runOf(part), [b]), files: [b] }
  const { second: last, flakes } = await comparedAlike(again, runOf(first), second, flakesOf)
  return { flaky: flakes.map(({ id }) => id), asked, last: last.files }
}

const b = 'test/b.test.js › t'
const own = ['test/b.test.js']

test('where part and whole agree nothing more is run', async () => {
  expect(await compared('-+', '-+', [], [])).toEqual({ flaky: [], asked: [], last: own })
})

test('what has two outcomes in runs of the same part is flaky', async () => {
  expect(await compared('++', '+-', ['++'], [])).toEqual({ flaky: [b], asked: [own], last: own })
  expect(await compared('++', '+-', ['+-', '++'], [])).toEqual({ flaky: [b], asked: [own, own], last: own })
})

test('what the part says otherwise each time needs the others, and stands as the whole has it', async () => {
  expect(await compared('++', '+-', ['+-', '+-'], ['++'])).toEqual({ flaky: [], asked: [own, own, null], last: null })
  expect(await compared('+-', '++', ['++', '++'], ['+-'])).toEqual({ flaky: [], asked: [own, own, null], last: null })
})

test('what two runs of everything say otherwise is flaky', async () => {
  expect((await compared('+-', '++', ['++', '++'], ['++'])).flaky).toEqual([b])
})
