/** The outcome of each test file in the last run that it was in. */
import type { Rehearsal, RehearsalFailure } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import { definesTests } from '../runners/focus.ts'
import { textsOf } from '../runners/test-files.ts'
import type { Fault, LeftOut, TestRun } from '../runners/test-run.ts'
import { bounded } from '../text.ts'
import { faultRule } from '../verdicts/verdicts.ts'

type Outcome = Pick<TestRun, 'tests' | 'faults' | 'leftOut'>

export type Outcomes = ReadonlyMap<string, Outcome>

/** A file that defines tests and told of none has not passed: it ended early, or somebody took them away. */
export async function withSilent(run: TestRun, root: string): Promise<TestRun> {
  const texts = await textsOf(root, run.empty)
  const silent = run.empty.filter((file) => definesTests(file, texts.get(file) ?? ''))
  if (silent.length === 0) return run
  const faults = silent.map(
    (file): Fault => ({ kind: 'ended-early', file, message: 'It holds tests, and told of none.' }),
  )
  return { ...run, faults: [...run.faults, ...faults] }
}

/** By file, of a run that can be believed. Null: something went wrong that belongs to no file. */
export function outcomesOf(run: TestRun, files: readonly string[]): Outcomes | null {
  const asked = new Set(files)
  if (run.faults.some(({ file }) => !asked.has(file)) || run.tests.some(({ file }) => !asked.has(file))) return null
  return new Map(
    files.map((file) => [
      file,
      {
        tests: run.tests.filter((test) => test.file === file),
        faults: run.faults.filter((fault) => fault.file === file),
        leftOut: run.leftOut?.filter((each) => each.file === file) ?? [],
      },
    ]),
  )
}

type Summary = Pick<Rehearsal, 'outcome' | 'passed' | 'failed' | 'skipped' | 'tests' | 'failures' | 'problem'>

export function summaryOf(outcomes: Outcomes): Summary {
  const all = [...outcomes.values()]
  const tests = all.flatMap((each) => each.tests)
  const count = (...states: readonly string[]): number => tests.filter((test) => states.includes(test.state)).length
  const failures = all.flatMap(failuresOf)
  const [unseen] = all.flatMap(({ leftOut = [] }) => leftOut)
  const problem = tests.length === 0 && failures.length === 0 ? noTests(unseen) : null
  return {
    outcome: failures.length > 0 ? 'failed' : problem === null ? 'passed' : 'unknown',
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped', 'todo'),
    tests: Object.fromEntries(tests.map(({ id, state }) => [id, state])),
    failures,
    problem,
  }
}

const noTests = (unseen: LeftOut | undefined): Finding => ({
  rule: 'no-tests',
  message: unseen === undefined ? 'There are no tests here.' : `${unseen.file}: ${unseen.message}`,
  remedy:
    'Write one where `tests.files` of sigma.config.json says that tests lie, and where the test runner takes it in.',
})

function failuresOf({ tests, faults }: Outcome): readonly RehearsalFailure[] {
  const failed = tests.filter(({ state, failure }) => state === 'failed' && failure?.kind !== 'subtests')
  return [
    ...faults.map(({ kind, file, message }) => ({
      what: file === '' ? 'the test run' : file,
      message: bounded(`${faultRule[kind]}: ${message}`),
      place: null,
    })),
    ...failed.map(({ id, file, line, failure }) => ({
      what: id,
      message: bounded(failure === null ? 'It failed.' : `${failure.name}: ${failure.message}`),
      place: failure?.frame ?? (line === 0 ? null : `${file}:${line}`),
    })),
  ]
}

/** The outcome of a run in which something belongs to no file: under one name, shown and not kept. */
export const looseOf = ({ tests, faults }: TestRun): Outcomes => new Map([['', { tests, faults }]])
