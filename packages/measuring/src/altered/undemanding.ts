/**
 * Tests that pass whatever the source answers: its functions answer something else of the same type, and what answers nothing does
 * nothing. A test that demands what it calls fails then.
 */
import { randomInt } from 'node:crypto'
import type { Finding, Project } from '@sigma/protocol'
import { type Bench, openBench, type Tools } from '../benches/bench.ts'
import { againIn, type Sample } from '../replay/account.ts'
import type { Recorded } from '../replay/recording.ts'
import { standIn } from '../replay/standing-in.ts'
import type { Selection } from '../runners/runner.ts'
import type { TestCase, TestRun } from '../runners/test-run.ts'
import { isForAsserting } from '../test-changes/asserting-source.ts'
import type { Early } from '../twice/lanes.ts'
import { valuesAskedBy } from './about-values.ts'

interface Altered {
  /** `others`: each answer is another, and equal ones stay equal; `same`: all calls of a type answer alike; `usually`: as they do. */
  readonly how: 'others' | 'same' | 'usually'
  /** Calls that are not made. */
  readonly gone: Samples
  /** Names of what the source offers beside functions, in place of which there is something else; absent: none. */
  readonly values?: readonly string[]
  readonly only?: Selection
}

/** Answers of calls, by the name that `runners/altering.cjs` has for them. */
type Samples = Readonly<Record<string, Sample>>

interface AlteredRun {
  readonly samples: Samples
  readonly run: TestRun
  /** Some answer was another than it would have been. */
  readonly isAltered: boolean
}

export async function runAltered(
  tools: Tools,
  project: Project,
  { commit, sources, files, limitMs }: Recorded,
  { how, gone, values = [], only }: Altered,
  signal: AbortSignal,
): Promise<AlteredRun> {
  await using bench = await openBench(tools, project, { commit }, signal)
  // A function that tests assert by answers nothing that they could compare.
  const answering = [...(await bench.texts(sources))].flatMap(([file, text]) => (isForAsserting(text) ? [] : [file]))
  const own = await standIn(bench, answering, {
    program: 'altering.cjs',
    makes: 'altering',
    told: { how, gone, values, drawn: drawn() },
    file: files[0] ?? '',
  })
  const run = await bench.run({
    files,
    ...(limitMs !== undefined && { limitMs }),
    ...(only !== undefined && { only }),
  })
  const { isAltered, samples } = againIn(await own.account(), own.key)
  return { run, isAltered, samples }
}

/** In each run others, so that no test can be written to notice them: a text of many kinds of characters, and a number below zero. */
function drawn(): Drawn {
  const letters = Array.from({ length: 5 }, () => String.fromCharCode(97 + randomInt(26))).join('')
  const text = ` ${letters.slice(0, 1).toUpperCase()}${letters.slice(1)} ${randomInt(2, 10)}${'!?%#'.charAt(randomInt(4))}`
  return { text, number: -randomInt(7, 1_000) }
}

interface Drawn {
  readonly text: string
  readonly number: number
}

export interface Asked {
  readonly recorded: Recorded
  /** New tests, all of which pass. */
  readonly tests: readonly TestCase[]
  readonly texts: Bench['texts']
  /** Where answers that are others were tried already. */
  readonly early: Early<AlteredRun>
}

/** More tests than this are not run one by one. */
const most = 20
/** No more calls of a test than these are left out one by one. */
const mostCalls = 12

/** New tests to which it is all the same what the source answers. */
export async function undemanding(
  tools: Tools,
  project: Project,
  { recorded, tests, texts, early }: Asked,
  signal: AbortSignal,
): Promise<readonly TestCase[]> {
  if (recorded.sources.length === 0 || tests.length === 0) return []
  const first = (await early()) ?? (await runAltered(tools, project, recorded, { how: 'others', gone: {} }, signal))
  let left = passingOf(tests, first.run)
  if (!first.isAltered && left.length === tests.length) return []
  // A test may demand what a call does instead of what it answers.
  for (const next of [
    { how: 'same', gone: {} },
    { how: 'others', gone: first.samples },
  ] as const) {
    if (left.length === 0) return []
    const files = [...new Set(left.map(({ file }) => file))]
    left = passingOf(left, (await runAltered(tools, project, { ...recorded, files }, next, signal)).run)
  }
  const found: TestCase[] = []
  const sources = await texts(recorded.sources)
  const written = await texts([...new Set(left.map(({ file }) => file))])
  for (const test of left.slice(0, most)) {
    const { version } = first.run
    if (version === null) break
    const only: Selection = { kind: 'test', names: test.names, version }
    const alone = await runAltered(
      tools,
      project,
      { ...recorded, files: [test.file] },
      { how: 'others', gone: {}, only },
      signal,
    )
    if (!alone.isAltered || passingOf([test], alone.run).length === 0) continue
    const text = written.get(test.file) ?? ''
    const values = valuesAskedBy(test, text, sources)
    if (values.length > 0 && !(await passesForAny(tools, project, { recorded, test, only, values }, signal))) continue
    if (await passesWithoutAny(tools, project, { recorded, test, only, calls: alone.samples }, signal)) found.push(test)
  }
  return found
}

interface Single {
  readonly recorded: Recorded
  readonly test: TestCase
  readonly only: Selection
}

interface OfValues extends Single {
  /** Names of what the test asks for. */
  readonly values: readonly string[]
}

/** Does the test pass whatever values the source offers? False as well where there are no others, as of an object of the runtime. */
async function passesForAny(
  tools: Tools,
  project: Project,
  { recorded, test, only, values }: OfValues,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = { ...recorded, files: [test.file] }
  const { run, isAltered } = await runAltered(tools, project, asked, { how: 'usually', gone: {}, only, values }, signal)
  return isAltered && passingOf([test], run).length > 0
}

interface Alone extends Single {
  /** The calls that the test makes, with what they answer. */
  readonly calls: Samples
}

/**
 * Where nothing at all is done, a test of what takes something back passes: `save(a); remove(a)` leaves nothing either. It fails
 * where one of these alone does nothing.
 */
async function passesWithoutAny(
  tools: Tools,
  project: Project,
  { recorded, test, only, calls }: Alone,
  signal: AbortSignal,
): Promise<boolean> {
  // In place of an object of the source's own there is nothing that works as it does.
  const others = Object.entries(calls).filter(([, { value }]) => value[0] !== 'own')
  for (const [name, sample] of others.slice(0, mostCalls)) {
    const asked = { ...recorded, files: [test.file] }
    const { run } = await runAltered(tools, project, asked, { how: 'usually', gone: { [name]: sample }, only }, signal)
    if (passingOf([test], run).length === 0) return false
  }
  return true
}

/** Tests that pass in a run of their files. */
function passingOf(tests: readonly TestCase[], run: TestRun): readonly TestCase[] {
  if (run.problem !== null) return []
  const passed = new Set(run.tests.flatMap(({ id, state }) => (state === 'passed' ? [id] : [])))
  return tests.filter(({ id }) => passed.has(id))
}

export const demandsNothing = ({ id }: TestCase): Finding => ({
  rule: 'any-result-passes',
  message: `${id} passes whatever the source answers: it passes as well where every function that it calls gives something else of the same type, or does nothing.`,
  remedy: 'Raise a test issue: the test has to compare what comes back, or what is done, with what it should be.',
})
