/**
 * The same verdict, twice (SIG-52, F52): a second run of the same tree, in a fresh checkout, so that nothing that the first one
 * left can decide about it. What the two runs say of a test must be the same.
 */
import type { CheckoutSpec } from '@sigma/engine'
import { type Finding, flakyRule, type Project } from '@sigma/protocol'
import { openBench, type RunOptions, type Tools } from '../benches/bench.ts'
import type { Again } from '../evidence.ts'
import type { Failure, TestCase, TestRun } from '../runners/test-run.ts'
import { type Reasons, refuse } from '../verdicts/reasons.ts'
import { describe, faultRule } from '../verdicts/verdicts.ts'

/** A test, or a file, with two outcomes in two runs of one tree. */
export interface Flake {
  /** Id of the test; of a file that could not be run whole, its path. */
  readonly id: string
  readonly first: string
  readonly second: string
  /** Where the test is written, if what differs is its name alone; absent: something else differs. */
  readonly renamedAt?: string | undefined
}

/** The same tree once more; nothing is measured but the tests. */
export async function runAgain(
  tools: Tools,
  project: Project,
  { commit, overlay, ...options }: CheckoutSpec & RunOptions,
  signal: AbortSignal,
): Promise<TestRun> {
  const spec = overlay === undefined ? { commit } : { commit, overlay }
  await using bench = await openBench(tools, project, spec, signal)
  return await bench.run(options)
}

/** For the evidence; `files`: those that were run, null: all. */
export const againOf = (
  { run: { exit, durationMs }, files }: { readonly run: TestRun; readonly files: readonly string[] | null },
  flakes: readonly Flake[],
  how: Again['how'] = 'plain',
): Again => ({
  how,
  exit,
  durationMs,
  flaky: flakes.map(({ id }) => id),
  signs: [],
  ...(files !== null && { files: [...files] }),
})

/** Where two runs differ: in a test's state, in the tests that there are, and in files that could not be run whole. */
export function flakesOf(first: TestRun, second: TestRun): readonly Flake[] {
  const files = filesOf(first, second)
  const broken = new Set(files.map(({ id }) => id))
  const [earlier, later] = [byId(first), byId(second)]
  const renamed = renamedIn(first, second)
  const paired = new Set(renamed.flatMap(({ id, to }) => [id, to]))
  const tests = [...new Set([...earlier.keys(), ...later.keys()])].flatMap((id) => {
    if (paired.has(id)) return []
    const [one, other] = [earlier.get(id), later.get(id)]
    if (one?.state === other?.state || broken.has(fileOf(one ?? other))) return []
    return isOfSubtests(one?.failure) || isOfSubtests(other?.failure)
      ? []
      : [{ id, first: wordsOf(one), second: wordsOf(other) }]
  })
  return [...files, ...renamed.map(({ to: _, ...flake }) => flake), ...tests]
}

/** Ids of what is flaky; of a file that does not always run to its end, every test. */
export function flakyIds(flakes: readonly Flake[], ...runs: readonly TestRun[]): string[] {
  const ids = new Set(flakes.map(({ id }) => id))
  for (const { tests } of runs) for (const { id, file } of tests) if (ids.has(file)) ids.add(id)
  return [...ids]
}

/** A run of these files alone. */
export const within = (run: TestRun, files: readonly string[]): TestRun => ({
  ...run,
  tests: run.tests.filter(({ file }) => files.includes(file)),
  faults: run.faults.filter(({ file }) => files.includes(file)),
})

/** Where a test is written, as far as the runner tells. */
export const writtenAt = ({ file, line, column }: Pick<TestCase, 'file' | 'line' | 'column'>): string | null =>
  line === 0 ? null : `${file}:${line}:${column}`

/** Tests that have other names in each run: at one place there are as many in both, and each run knows others. */
function renamedIn(first: TestRun, second: TestRun): readonly (Flake & { readonly to: string })[] {
  const [earlier, later] = [byId(first), byId(second)]
  const ofPlace = (run: TestRun, others: ReadonlyMap<string, TestCase>) =>
    Map.groupBy(
      run.tests.filter(({ id }) => !others.has(id)),
      writtenAt,
    )
  const there = ofPlace(second, earlier)
  return [...ofPlace(first, later)].flatMap(([place, tests]) => {
    const others = place === null ? [] : (there.get(place) ?? [])
    if (place === null || others.length !== tests.length) return []
    return tests.flatMap(({ id }, at) => {
      const to = others[at]?.id ?? ''
      return [{ id, to, first: 'has this name', second: `is named ${to}`, renamedAt: place }]
    })
  })
}

/** A run as far as both agree on it: what is flaky is judged by no other rule. */
export function withoutFlakes(run: TestRun, flakes: readonly Flake[]): TestRun {
  if (flakes.length === 0) return run
  const ids = new Set(flakes.map(({ id }) => id))
  const isFlaky = ({ id, file }: TestCase): boolean => ids.has(id) || ids.has(file)
  return {
    ...run,
    tests: run.tests.filter((test) => !isFlaky(test) && !isOfSubtests(test.failure)),
    faults: run.faults.filter(({ file }) => !ids.has(file)),
  }
}

/** A run with those of `flakes` that only the second run knows: a flaky test is there, though not each time. */
export function withFlakes(run: TestRun, second: TestRun | null, flakes: readonly Flake[]): TestRun {
  const ids = new Set(flakes.map(({ id }) => id))
  const known = new Set(run.tests.map(({ id }) => id))
  const others = (second?.tests ?? []).filter(({ id, file }) => !known.has(id) && (ids.has(id) || ids.has(file)))
  return { ...run, tests: [...run.tests, ...others] }
}

export const flaky = (flakes: readonly Flake[], remedy: string = usualRemedy): Reasons =>
  refuse(...flakes.map((flake) => asFinding(flake, remedy)))

const asFinding = ({ id, first, second, renamedAt }: Flake, remedy: string): Finding =>
  renamedAt === undefined
    ? {
        rule: flakyRule,
        message: `${id} has two outcomes on the same tree: first it ${first}; then it ${second}.`,
        remedy,
      }
    : {
        rule: flakyRule,
        message: `${id} has another name in each run of the same tree (it is written at ${renamedAt}): the second time it ${second}.`,
        remedy: steadyName,
      }

const steadyName =
  'Give the test a name that is the same each time: nothing of time, chance, a port or a made-up folder stands in it. A test outside of this work is a matter for a person.'

const usualRemedy =
  'Take out what differs from run to run: time, chance, order, ports, files and timers that the test shares or does not await. A test outside of this work is a matter for a person.'

function filesOf(first: TestRun, second: TestRun): readonly Flake[] {
  const [one, other] = [faultsOf(first), faultsOf(second)]
  const files = [...new Set([...one.keys(), ...other.keys()])]
  return files
    .filter((file) => one.has(file) !== other.has(file))
    .map((id) => ({ id, first: one.get(id) ?? 'ran to its end', second: other.get(id) ?? 'ran to its end' }))
}

const faultsOf = ({ faults }: TestRun): ReadonlyMap<string, string> =>
  new Map(faults.map(({ file, kind, message }) => [file, `did not run to its end (${faultRule[kind]}: ${message})`]))

const byId = ({ tests }: TestRun): ReadonlyMap<string, TestCase> => new Map(tests.map((test) => [test.id, test]))

const fileOf = (test: TestCase | undefined): string => test?.file ?? ''

/** True: the test failed only because of a test inside it, which is named itself. */
const isOfSubtests = (failure: Failure | null | undefined): boolean => failure?.kind === 'subtests'

function wordsOf(test: TestCase | undefined): string {
  if (test === undefined) return 'was not there'
  if (test.state === 'passed') return 'passed'
  if (test.state === 'failed') return `failed (${describe(test)})`
  return test.state === 'todo' ? 'was a todo' : 'was skipped'
}
