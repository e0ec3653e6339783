/** Findings that several gates share: each names what was seen and the way out. */
import type { Finding } from '@sigma/protocol'
import type { Fault, TestCase, TestRun } from '../runners/test-run.ts'
import { listed } from '../text.ts'
import { newFailures, newFaults } from './known.ts'
import { cannotJudge, noReasons, type Reasons, refuse } from './reasons.ts'

/** A run that says nothing blocks; `which` names it, e.g. `before this turn`. */
export function readable(run: TestRun, which: string): Reasons {
  if (run.problem === null) return noReasons
  const { rule, message, remedy } = run.problem
  return cannotJudge({ rule, message: `Measured ${which}: ${message}`, remedy })
}

export const faultRule: Readonly<Record<Fault['kind'], string>> = {
  syntax: 'syntax-error',
  load: 'load-error',
  hook: 'hook-failed',
  'ended-early': 'ended-early',
  unhandled: 'unhandled-error',
}

export const faulty = (faults: readonly Fault[]): Reasons => refuse(...faults.map(asFinding))

const asFinding = (fault: Fault): Finding => ({
  rule: faultRule[fault.kind],
  message: `${fault.file}: ${fault.message}`,
  remedy: faultRemedy[fault.kind],
})

const faultRemedy: Readonly<Record<Fault['kind'], string>> = {
  syntax: 'Correct the syntax of the test file.',
  load: 'Make the file load: import only what exists, and let nothing throw outside of a test.',
  hook: 'Make the hook succeed: a test behind a failed hook measures nothing. What calls code that is not written yet belongs in each test, or in a hook before each.',
  'ended-early': 'Let every test come to its end: nothing may end the process.',
  unhandled: 'Await what the test starts, and let no error go unhandled.',
}

/**
 * Files that the runner's configuration leaves out now, and that ran before. What it left out before is told and not refused;
 * `isNew` are files that another rule is about.
 */
export function newlyLeftOut(before: TestRun, run: TestRun, isNew: (file: string) => boolean = () => false): Reasons {
  const known = new Set(before.leftOut?.map(({ file }) => file))
  const lost = (run.leftOut ?? []).filter(({ file }) => !known.has(file) && !isNew(file))
  return refuse(...lost.map((each) => ({ rule: 'not-run', message: `${each.file}: ${each.message}`, remedy: takenIn })))
}

const takenIn = 'Give the file a name and a place that the configuration of the test runner takes in.'

interface Wanted {
  /** Tests that the work is about: they must pass, whatever was there before. */
  readonly wanted?: ReadonlySet<string>
  readonly failing?: (test: TestCase) => Finding
  /** Test files of the work. */
  readonly changed?: readonly string[]
}

/** Every test passes and nothing went wrong beside them, but for what was so before. */
export function allPass(
  before: TestRun,
  run: TestRun,
  { wanted, failing = testFails, changed = [] }: Wanted = {},
): Reasons {
  return refuse(...newFaults(before, run, changed).map(asFinding), ...newFailures(before, run, wanted).map(failing))
}

export const testFails = (test: TestCase): Finding => ({
  rule: 'test-fails',
  message: `${test.id} fails: ${describe(test)}`,
  remedy: 'Make the implementation pass this test; the test itself stays as it is.',
})

/** The failure of a test in words, e.g. `AssertionError: 1 !== 2 (at src/a.js:3)`. */
export function describe({ failure, state }: TestCase): string {
  if (failure === null) return state
  return `${failure.name}: ${failure.message}${failure.frame === null ? '' : ` (at ${failure.frame})`}`
}

export function vanished(ids: Iterable<string>, run: TestRun, since: string): Reasons {
  const now = new Set(run.tests.map((test) => test.id))
  const gone = [...new Set(ids)].filter((id) => !now.has(id))
  return refuse(
    ...gone.map((id) => ({
      rule: 'test-vanished',
      message: `${id} was there ${since} and is gone.`,
      remedy: 'Bring the test back under its name; the whole suite only grows.',
    })),
  )
}

/** Tests that run no more though they did, or are new and do not run. */
export function newlySkipped(before: TestRun, run: TestRun): Reasons {
  const earlier = new Map(before.tests.map((test) => [test.id, test.state]))
  const idle = run.tests.filter((test) => isIdle(test.state) && !isIdle(earlier.get(test.id)))
  return refuse(
    ...idle.map((test) => ({
      rule: 'newly-skipped',
      message: `${test.id} is ${test.state === 'todo' ? 'marked todo' : 'skipped'}; it was ${earlier.get(test.id) ?? 'not there'} before.`,
      remedy: 'Take the skip or todo mark away.',
    })),
  )
}

const isIdle = (state: TestCase['state'] | undefined): boolean => state === 'skipped' || state === 'todo'

export function newlyFocused(before: TestRun, run: TestRun): Reasons {
  const fileOf = (place: string): string => place.slice(0, place.lastIndexOf(':'))
  const count = (places: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const place of places) counts.set(fileOf(place), (counts.get(fileOf(place)) ?? 0) + 1)
    return counts
  }
  const earlier = count(before.focused)
  const files = [...count(run.focused)].filter(([file, n]) => n > (earlier.get(file) ?? 0)).map(([file]) => file)
  if (files.length === 0) return noReasons
  const places = run.focused.filter((place) => files.includes(fileOf(place)))
  return refuse({
    rule: 'only-focused',
    message: `\`only\` keeps the other tests from running: ${listed(places)}.`,
    remedy: 'Take `only` away; the whole suite has to run.',
  })
}

/** No file of a kind differs between the two commits. */
export function untouched(changed: readonly string[], rule: string, what: string, remedy: string): Reasons {
  if (changed.length === 0) return noReasons
  return refuse({ rule, message: `${what} changed: ${listed(changed, 20)}.`, remedy })
}
