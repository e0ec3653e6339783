/**
 * A second run of work that passed (SIG-52): disguised where the changed source could tell that it is tested, plain elsewhere. What a
 * disguise breaks is held against the source only when tests fail in it, twice, by an assertion or by what source throws that
 * looks at the stack, and pass whenever it is off.
 */
import type { CheckoutSpec } from '@sigma/engine'
import type { Finding, Project } from '@sigma/protocol'
import type { Bench, Tools } from '../benches/bench.ts'
import type { Again } from '../evidence.ts'
import { definitionAt } from '../runners/focus.ts'
import { suiteMsOf, type TestCase, type TestRun } from '../runners/test-run.ts'
import { listed } from '../text.ts'
import { brokenIn, isKnownFlaky, newFlakes } from '../verdicts/known.ts'
import { all, noReasons, type Reasons, refuse } from '../verdicts/reasons.ts'
import { describe, readable } from '../verdicts/verdicts.ts'
import { comparedAlike, type Differ, flakyInQuiet, type Rerun } from './alike.ts'
import { asPart, type Choice, concerning, only, type Part, runPart, unlikeBefore } from './chosen.ts'
import type { Early, Lanes } from './lanes.ts'
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

/** Work whose second run may begin before the first has ended. */
export interface FirstOpinion {
  readonly bench: Bench
  readonly commit: string
  /** What of the changed source could tell that it is tested, read before any test could change it. */
  readonly signs: readonly string[]
  /** Paths that the work changed. */
  readonly changed: readonly string[]
  /** Test files that hold what the work is about. */
  readonly holding: readonly string[]
  /** What was seen before the work: what failed there may differ. */
  readonly before: TestRun
}

/** Work that was run once. */
export interface Opinion extends FirstOpinion {
  readonly run: TestRun
  /** Where the second run may have begun already. */
  readonly lanes: Lanes
  readonly early: Early<Part>
}

/** Begins the second run of work of which nobody knows yet whether the first one passes. */
export const beginOpinion = (
  tools: Tools,
  project: Project,
  first: FirstOpinion,
  signal: AbortSignal,
): Promise<Part> => {
  const { commit, signs, before } = first
  const disguise = { disguised: true, limitMs: patient(project, before) }
  return runPart(tools, project, { commit, ...(signs.length > 0 && disguise) }, concerning(first), signal)
}

export async function secondOpinion(
  tools: Tools,
  project: Project,
  first: Opinion,
  signal: AbortSignal,
): Promise<SecondOpinion> {
  const { signs } = first
  const { second, how, flakes: seen, differing } = await secondRun(tools, project, first, signal)
  const held = [...brokenIn(first.before, first.run), ...[...seen, ...differing].map(({ id }) => id)]
  const before = await lookedBack(tools, project, { ...first, held }, signal)
  const flakes = newFlakes(before, seen)
  const differ = differing.filter(({ id }) => !isKnownFlaky(before, id))
  const reasons = all(
    readable(second.run, 'the second time'),
    flaky(flakes),
    refuse(...differ.map((test) => differs(test, signs))),
  )
  return { before, reasons, flakes, run: second.run, again: againOf(second, flakes, how, signs) }
}

/** What a second run shows. */
interface Second {
  readonly second: Part
  readonly how: Again['how']
  readonly flakes: readonly Flake[]
  /** Tests that pass only where the source can see that it is tested. */
  readonly differing: readonly TestCase[]
}

async function secondRun(tools: Tools, project: Project, first: Opinion, signal: AbortSignal): Promise<Second> {
  const { signs, lanes } = first
  const spec = { commit: first.commit }
  const differ: Differ = (one, other) => newFlakes(first.before, flakesOf(one, other))
  const holding = [...first.holding, ...unlikeBefore(first.before, first.run)]
  const choice = concerning({ changed: first.changed, holding })
  const again: Rerun = (files) => runAgain(tools, project, { ...spec, ...(files !== null && { files }) }, signal)
  const early = await first.early()
  const differs = ({ run, files }: Part): readonly Flake[] =>
    run.problem === null ? differ(asPart(first.run, { files }), run) : []
  const isSame = (part: Part): boolean => part.run.problem === null && differs(part).length === 0
  const plainly = async (): Promise<Second> => {
    // What counts against the work is measured with nothing beside it.
    await lanes.quiet()
    const second = await runPart(tools, project, spec, choice, signal)
    return { ...(await comparedAlike(again, first.run, second, differ)), how: 'plain', differing: [] }
  }
  if (signs.length === 0) {
    if (early === null) return await plainly()
    if (isSame(early)) return { second: early, how: 'plain', flakes: [], differing: [] }
    const plain = await plainly()
    if (plain.flakes.length > 0 || plain.second.run.problem !== null) return plain
    const flakes = await flakyInQuiet(again, first.run, differs(early), differ)
    if (flakes.length === 0) lanes.keepApart()
    return { ...plain, flakes }
  }
  // A program that listens only where no test runs may not end.
  const limitMs = patient(project, first.run)
  const hide = (files: Choice): Promise<Part> =>
    runPart(tools, project, { ...spec, disguised: true, limitMs }, files, signal)
  const second = early ?? (await hide(choice))
  if (isSame(second)) return { second, how: 'disguised', flakes: [], differing: [] }
  const { run: hidden } = second
  const plain = await plainly()
  const judged: Refutes = (test) => isRefuted(test) || isThrownForStack(test, signs)
  const suspects = await suspectsOf(first, hidden, plain, judged)
  if (suspects.length === 0) return plain
  const { run: confirmed } = await hide(only([...new Set(suspects.map(({ file }) => file))]))
  const differing = suspects.filter(({ id }) => confirmed.tests.some((test) => test.id === id && judged(test)))
  return { ...plain, differing }
}

/** What a first run with others beside it said alone. */
export interface Odd {
  readonly before: TestRun
  /** A run that had nothing beside it. */
  readonly second: TestRun
  readonly flakes: readonly Flake[]
}

/** Whether a first run differs from all others, so that what went on beside it may be why. What varies without that too is flaky. */
export async function isOddOneOut(
  tools: Tools,
  project: Project,
  spec: CheckoutSpec,
  { before, second, flakes }: Odd,
  signal: AbortSignal,
): Promise<boolean> {
  const again: Rerun = (files) => runAgain(tools, project, { ...spec, ...(files !== null && { files }) }, signal)
  const differ: Differ = (one, other) => newFlakes(before, flakesOf(one, other))
  return (await flakyInQuiet(again, second, flakes, differ)).length === 0
}

const patienceMs = 10_000

const patient = ({ checkLimitMs }: Project, run: TestRun): number =>
  Math.min(checkLimitMs, 3 * suiteMsOf(run) + patienceMs)

/** What of the source among these paths could tell that it is tested, as it lies on the bench. */
export async function signsOf(bench: Bench, changed: readonly string[]): Promise<readonly string[]> {
  const texts = await bench.texts(changed.filter((path) => bench.sourceFiles.includes(path)))
  const signs = [...texts].flatMap(([file, text]) =>
    signsIn(file, text).map(({ line, name }) => `${file}:${line} ${name}`),
  )
  return [...new Set(signs)].slice(0, mostSigns)
}

const mostSigns = 50

/** Tests that passed with the signs in sight, both times, and were refuted without them. */
async function suspectsOf(
  { bench, run: first, before }: Opinion,
  hidden: TestRun,
  { second: { run: again }, flakes }: Second,
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
  if (state !== 'failed' || failure === null || failure.frame === null) return false
  if (failure.kind !== 'other' && failure.kind !== 'source-error') return false
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
