/**
 * A second run of work that passed (SIG-52): disguised where the changed source could tell that it is tested, plain elsewhere. What a
 * disguise breaks is held against the source only when tests fail in it, twice, by an assertion or by what source throws that
 * looks at the stack, and pass whenever it is off.
 */
import type { Finding, Project } from '@sigma/protocol'
import type { Bench, Tools } from '../benches/bench.ts'
import { isCode } from '../benches/is-code.ts'
import type { Again } from '../evidence.ts'
import { definitionAt } from '../runners/focus.ts'
import type { TestCase, TestRun } from '../runners/test-run.ts'
import { listed } from '../text.ts'
import { brokenIn, isKnownFlaky, newFlakes } from '../verdicts/known.ts'
import { all, noReasons, type Reasons, refuse } from '../verdicts/reasons.ts'
import { describe, readable } from '../verdicts/verdicts.ts'
import { lookedBack } from './looked-back.ts'
import { signsIn } from './signs.ts'
import { againOf, type Flake, flakesOf, flaky, runAgain } from './twice.ts'

export interface SecondOpinion {
  /** What was seen before the work, with what is now known of it to have been flaky. */
  readonly before: TestRun
  /** Flaky tests, and source that behaves differently under test. */
  readonly reasons: Reasons
  readonly flakes: readonly Flake[]
  /** Null: there was nothing to confirm. */
  readonly run: TestRun | null
  /** For the evidence. */
  readonly again: Again | null
}

export const noOpinion = (before: TestRun): SecondOpinion => ({
  before,
  reasons: noReasons,
  flakes: [],
  run: null,
  again: null,
})

export interface FirstOpinion {
  readonly bench: Bench
  readonly commit: string
  /** Source files that the work changed. */
  readonly changed: readonly string[]
  readonly run: TestRun
  /** What was seen before the work: what failed there may differ. */
  readonly before: TestRun
}

export async function secondOpinion(
  tools: Tools,
  project: Project,
  first: FirstOpinion,
  signal: AbortSignal,
): Promise<SecondOpinion> {
  const signs = await signsOf(first)
  const { run, how, flakes: seen, differing } = await secondRun(tools, project, first, signs, signal)
  const held = [...brokenIn(first.before, first.run), ...[...seen, ...differing].map(({ id }) => id)]
  const before = await lookedBack(tools, project, { ...first, held }, signal)
  const flakes = newFlakes(before, seen)
  const differ = differing.filter(({ id }) => !isKnownFlaky(before, id))
  const reasons = all(
    readable(run, 'the second time'),
    flaky(flakes),
    refuse(...differ.map((test) => differs(test, signs))),
  )
  return { before, reasons, flakes, run, again: againOf(run, flakes, how, signs) }
}

/** What a second run shows. */
interface Second {
  readonly run: TestRun
  readonly how: Again['how']
  readonly flakes: readonly Flake[]
  /** Tests that pass only where the source can see that it is tested. */
  readonly differing: readonly TestCase[]
}

async function secondRun(
  tools: Tools,
  project: Project,
  first: FirstOpinion,
  signs: readonly string[],
  signal: AbortSignal,
): Promise<Second> {
  const spec = { commit: first.commit }
  const plainly = async (): Promise<Second> => {
    const run = await runAgain(tools, project, spec, signal)
    const flakes = run.problem === null ? newFlakes(first.before, flakesOf(first.run, run)) : []
    return { run, how: 'plain', flakes, differing: [] }
  }
  if (signs.length === 0) return await plainly()
  // A program that listens only where no test runs may not end.
  const limitMs = Math.min(project.checkLimitMs, 3 * first.run.durationMs + patienceMs)
  const hide = (files?: readonly string[]): Promise<TestRun> =>
    runAgain(tools, project, { ...spec, disguised: true, limitMs, ...(files !== undefined && { files }) }, signal)
  const hidden = await hide()
  if (hidden.problem === null && newFlakes(first.before, flakesOf(first.run, hidden)).length === 0) {
    return { run: hidden, how: 'disguised', flakes: [], differing: [] }
  }
  const again = await plainly()
  const judged: Refutes = (test) => isRefuted(test) || isThrownForStack(test, signs)
  const suspects = await suspectsOf(first, hidden, again, judged)
  if (suspects.length === 0) return again
  const confirmed = await hide([...new Set(suspects.map(({ file }) => file))])
  const differing = suspects.filter(({ id }) => confirmed.tests.some((test) => test.id === id && judged(test)))
  return { ...again, differing }
}

const patienceMs = 10_000

async function signsOf({ bench, changed }: FirstOpinion): Promise<readonly string[]> {
  const texts = await bench.texts(changed.filter(isCode))
  const signs = [...texts].flatMap(([file, text]) =>
    signsIn(file, text).map(({ line, name }) => `${file}:${line} ${name}`),
  )
  return [...new Set(signs)].slice(0, mostSigns)
}

const mostSigns = 50

/** Tests that passed with the signs in sight, both times, and were refuted without them. */
async function suspectsOf(
  { bench, run: first, before }: FirstOpinion,
  hidden: TestRun,
  { run: again, flakes }: Second,
  refutes: Refutes,
): Promise<readonly TestCase[]> {
  if (hidden.problem !== null || again.problem !== null) return []
  const passed = new Set(first.tests.filter(({ state }) => state === 'passed').map(({ id }) => id))
  for (const id of before.knownFlaky ?? []) passed.delete(id)
  for (const { id } of flakes) passed.delete(id)
  const refuted = hidden.tests.filter((test) => passed.has(test.id) && refutes(test))
  const texts = await bench.texts([...new Set(refuted.map(({ file }) => file))])
  return refuted.filter((test) => !isAboutSigns(test, texts.get(test.file) ?? ''))
}

/** By what the source gave back; whatever else goes wrong may be the disguise's own fault. */
const isRefuted = ({ state, failure }: TestCase): boolean =>
  state === 'failed' && (failure?.kind === 'assertion' || failure?.kind === 'not-implemented')

/** Source that reads the stack, and throws where frames are hidden, behaves differently under test. */
function isThrownForStack({ state, failure }: TestCase, signs: readonly string[]): boolean {
  if (state !== 'failed' || (failure?.kind !== 'other' && failure?.kind !== 'source-error') || failure.frame === null)
    return false
  const file = failure.frame.slice(0, failure.frame.lastIndexOf(':'))
  return signs.some(
    (sign) => sign.startsWith(`${file}:`) && /stack|callsite|getFileName/i.test(sign.slice(file.length)),
  )
}

type Refutes = (test: TestCase) => boolean

/** A test may ask for what the environment says, such as a configuration's name for itself, or where it was called from. */
function isAboutSigns(test: TestCase, text: string): boolean {
  const definition = definitionAt(test.file, text, test.line, test.column) ?? text
  const said = `${definition}\n${test.failure?.message ?? ''}`
  const [name = ''] = test.file.split('/').slice(-1)
  return /process\.|import\.meta|__(file|dir)name|NODE_ENV|\bstack\b|(['"`])test\2/i.test(said) || said.includes(name)
}

const differs = (test: TestCase, signs: readonly string[]): Finding => ({
  rule: 'differs-under-test',
  message: `${test.id} passes only where the source can see that it is tested; with that hidden from it: ${describe(test)}. It looks at ${listed(signs, 5)}.`,
  remedy:
    'Let the source do the same whether tests run or not; what must differ, such as a port, is passed in by who starts it.',
})
