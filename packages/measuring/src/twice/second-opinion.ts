/**
 * A second run of work that passed (SIG-52): tests that say another thing then are flaky. It may be one in which the source has other
 * letters; only where that says the same it counts, and else the work is run as it lies.
 */
import type { CheckoutSpec } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import type { Bench, Tools } from '../benches/bench.ts'
import type { Again } from '../evidence.ts'
import type { TestRun } from '../runners/test-run.ts'
import { brokenIn, newFlakes } from '../verdicts/known.ts'
import { all, noReasons, type Reasons } from '../verdicts/reasons.ts'
import { readable } from '../verdicts/verdicts.ts'
import { comparedAlike, type Differ, flakyInQuiet, type Rerun } from './alike.ts'
import { asPart, concerning, type Part, runPart, unlikeBefore } from './chosen.ts'
import type { Early, Lanes } from './lanes.ts'
import { lookedBack } from './looked-back.ts'
import { againOf, type Flake, flakesOf, flaky, runAgain } from './twice.ts'

export interface SecondOpinion {
  /** What was seen before the work, with what is now known of it to have been flaky. */
  readonly before: TestRun
  /** Flaky tests. */
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
  /** A run with the source in other letters, as the early one then was; absent: it was a plain one. */
  readonly recorded?: (signal: AbortSignal) => Promise<Part>
}

/** Begins the second run of work of which nobody knows yet whether the first one passes. */
export const beginOpinion = (
  tools: Tools,
  project: Project,
  first: FirstOpinion,
  signal: AbortSignal,
): Promise<Part> => {
  const { commit } = first
  return runPart(tools, project, { commit }, concerning(first), signal)
}

export async function secondOpinion(
  tools: Tools,
  project: Project,
  first: Opinion,
  signal: AbortSignal,
): Promise<SecondOpinion> {
  const { second, how, flakes: seen } = await secondRun(tools, project, first, signal)
  const held = [...brokenIn(first.before, first.run), ...seen.map(({ id }) => id)]
  const before = await lookedBack(tools, project, { ...first, held }, signal)
  const flakes = newFlakes(before, seen)
  const reasons = all(readable(second.run, 'the second time'), flaky(flakes))
  return { before, reasons, flakes, run: second.run, again: againOf(second, flakes, how) }
}

/** What a second run shows. */
interface Second {
  readonly second: Part
  readonly how?: Again['how']
  readonly flakes: readonly Flake[]
}

async function secondRun(tools: Tools, project: Project, first: Opinion, signal: AbortSignal): Promise<Second> {
  const { lanes } = first
  const spec = { commit: first.commit }
  const differ: Differ = (one, other) => newFlakes(first.before, flakesOf(one, other))
  const holding = [...first.holding, ...unlikeBefore(first.before, first.run)]
  const choice = concerning({ changed: first.changed, holding })
  const again: Rerun = (files) => runAgain(tools, project, { ...spec, ...(files !== null && { files }) }, signal)
  const { recorded } = first
  const begun = await first.early()
  const early = begun ?? (await recorded?.(signal)) ?? null
  const differs = ({ run, files }: Part): readonly Flake[] =>
    run.problem === null ? differ(asPart(first.run, { files }), run) : []
  const isSame = (part: Part): boolean => part.run.problem === null && differs(part).length === 0
  const plainly = async (): Promise<Second & { readonly part: Part }> => {
    // A run that may count against the work goes on with no other run beside it.
    await lanes.quiet()
    const part = await runPart(tools, project, spec, choice, signal)
    return { part, ...(await comparedAlike(again, first.run, part, differ)) }
  }
  if (early === null) return await plainly()
  if (isSame(early)) return { second: early, how: recorded === undefined ? 'plain' : 'recorded', flakes: [] }
  const plain = await plainly()
  // A test that differs in the plain run of the same files as well needs the others beside it, which is no chance.
  const ofPart = new Set(differs(plain.part).map(({ id }) => id))
  const odd = differs(early).filter(({ id }) => !ofPart.has(id))
  if (plain.flakes.length > 0 || plain.second.run.problem !== null) return plain
  const broken = early.run.problem !== null
  if (odd.length === 0 && !broken) return plain
  const quiet = await flakyInQuiet(again, first.run, odd, differ)
  if (quiet.length > 0) return { ...plain, flakes: quiet }
  const other = await recorded?.(signal)
  // The recorder may slow down the new tests, whose calls it notes, so two recorded runs of those say nothing of chance.
  const own = first.run.tests.filter(({ file }) => first.holding.includes(file)).map(({ id }) => id)
  const unnoted = odd.filter(({ id }) => ![...first.holding, ...own].includes(id))
  const flakes = begun === null ? varying(unnoted, early, other) : []
  // By itself the work says the same: either company or other letters are why it did not before.
  if (begun !== null && (other === undefined || isSame(other))) lanes.keepApart()
  return { ...plain, flakes }
}

/** Flakes of `odd` whose tests have different outcomes in two recorded runs, which have the same source in the same letters. */
function varying(odd: readonly Flake[], one: Part, other: Part | undefined): readonly Flake[] {
  if (other === undefined || other.run.problem !== null) return []
  const ids = new Set(flakesOf(one.run, other.run).map(({ id }) => id))
  return odd.filter(({ id }) => ids.has(id))
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
