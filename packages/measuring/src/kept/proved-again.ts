/**
 * Compares what is kept of test files with what they do when they are really run again at the commit of their record. A second
 * run of the same files tells what is flaky. What only all test files together could prove is run with all of them.
 */
import type { BlobRef } from '@sigma/protocol'
import type { TestRun } from '../runners/test-run.ts'
import { listed } from '../text.ts'
import { flakesOf, within } from '../twice/twice.ts'
import { outcomesOf, together } from './outcomes.ts'
import type { Outcome, SuiteRecord } from './record.ts'

/** A test file that does something else than is kept of it. */
export interface Unlike {
  readonly file: string
  /** The first that differs: id of a test, or the path where it is the whole file. */
  readonly test: string
  readonly kept: string
  readonly now: string
  /** How many more of the file differ. */
  readonly more: number
  /** Two runs differ from each other now. */
  readonly isFlaky: boolean
  /** Where the file was really run when it was kept. */
  readonly commit: string
  /** Of the gate that ran it; null: none is known. */
  readonly evidence: BlobRef | null
}

export interface Proving {
  readonly record: SuiteRecord
  /** Files of the record whose outcome is kept. */
  readonly files: readonly string[]
  /** Runs these test files at the commit of the record, in a fresh checkout; null: all of them. */
  readonly run: (files: readonly string[] | null) => Promise<TestRun>
}

export type Compared =
  | { readonly kind: 'compared'; readonly unlike: readonly Unlike[] }
  /** A run said nothing about the files. `why`: a sentence without its full stop. */
  | { readonly kind: 'unsaid'; readonly why: string }

export async function comparedAgain({ record, files, run }: Proving): Promise<Compared> {
  const first = await run(files)
  const differing = differencesOf(record, files, first)
  if (differing === null) return unsaid(first)
  if (differing.size === 0) return { kind: 'compared', unlike: [] }
  const second = await run(files)
  const again = differencesOf(record, files, second)
  if (again === null) return unsaid(second)
  const suspects = [...differing.keys()]
  const flaky = suspects.filter((file) => !again.has(file) || wavers(first, second, file))
  const steady = suspects.filter((file) => !flaky.includes(file))
  const lasting = new Set(await lastingAmongAll({ record, files, run }, steady))
  return {
    kind: 'compared',
    unlike: [...differing].flatMap(([file, told]) => {
      const isFlaky = flaky.includes(file)
      return isFlaky || lasting.has(file) ? [{ file, ...told, isFlaky, ...placeOf(record, file) }] : []
    }),
  }
}

/** A test may need the others beside it, and what is kept may be of a run of all: such a file is no other than it was. */
async function lastingAmongAll({ record, files, run }: Proving, steady: readonly string[]): Promise<readonly string[]> {
  if (steady.length === 0 || files.length === record.files.size) return steady
  const whole = await run(null)
  const differing = differencesOf(record, steady, within(whole, steady))
  return differing === null ? steady : [...differing.keys()]
}

type Told = Pick<Unlike, 'test' | 'kept' | 'now' | 'more'>

/** By file; null: the run says nothing about these files. */
function differencesOf(record: SuiteRecord, files: readonly string[], run: TestRun): ReadonlyMap<string, Told> | null {
  const outcomes = outcomesOf(run, files)
  if (outcomes === null) return null
  const found = new Map<string, Told>()
  for (const file of files) {
    const kept = record.files.get(file)?.outcome
    if (kept === undefined || kept === null) continue
    const told = differenceOf(file, kept, outcomes.get(file) ?? null, run)
    if (told !== null) found.set(file, told)
  }
  return found
}

/** Where a test is written is not compared: a run that counts coverage may see it elsewhere. */
function differenceOf(file: string, kept: Outcome, now: Outcome | null, run: TestRun): Told | null {
  const flakes = flakesOf(together(run.runner, null, new Map([[file, kept]]), [file]), within(run, [file]))
  const [first] = flakes
  if (first !== undefined) return { test: first.id, kept: first.first, now: first.second, more: flakes.length - 1 }
  const [before, after] = [stateOf(kept), now === null ? 'has a test to do that fails' : stateOf(now)]
  return before === after ? null : { test: file, kept: before, now: after, more: 0 }
}

/** Of the file as a whole. */
function stateOf({ tests, leftOut, focused }: Outcome): string {
  if (leftOut !== null) return 'is left out by the configuration of the runner'
  if (tests.length === 0) return 'has no test'
  return focused.length === 0 ? 'runs to its end' : 'runs focused tests alone'
}

const wavers = (first: TestRun, second: TestRun, file: string): boolean =>
  flakesOf(within(first, [file]), within(second, [file])).length > 0

function placeOf({ files, commit }: SuiteRecord, file: string): Pick<Unlike, 'commit' | 'evidence'> {
  const found = files.get(file)
  return { commit: found?.commit ?? commit, evidence: found?.evidence ?? null }
}

function unsaid({ problem, faults }: TestRun): Compared {
  const why =
    problem?.message.replace(/\.$/, '') ??
    listed(
      faults.map(({ message }) => message),
      1,
    )
  return { kind: 'unsaid', why: why === '' ? 'tests of other files ran' : why }
}
