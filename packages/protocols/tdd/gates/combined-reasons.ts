/** What a combination is refused for, each reason put down to the cycles that it came from (DPTR-102). */
import type { TestRun } from '@sigma/measuring'
import {
  all,
  describe,
  faultRule,
  lasting,
  newFailures,
  newFaults,
  newlyLeftOut,
  newlySkipped,
  type Reasons,
  refuse,
} from '@sigma/measuring'
import type { Culprits, Failing } from './bisected.ts'
import { type Stood, standingNote } from './stood.ts'

export interface Accepted {
  readonly name: string
  readonly run: TestRun
  /** Ids of its tests, and the files that they lie in: looked up for each test of the combination. */
  readonly ids: ReadonlySet<string>
  readonly files: ReadonlySet<string>
}

export const acceptedOf = (name: string, run: TestRun): Accepted => ({
  name,
  run,
  ids: new Set(run.tests.map(({ id }) => id)),
  files: new Set(run.tests.map(({ file }) => file)),
})

export interface AcceptedWork {
  readonly accepted: readonly Accepted[]
  /** Ids of the tests that the cycles are about. */
  readonly wanted: ReadonlySet<string>
  /** What all of them knew. */
  readonly before: TestRun
  readonly stood: Stood
  /** Which of the cycles make something fail. */
  readonly culprits: Culprits
  /** What the cycles are, for people. */
  readonly unit: string
}

/** Tests and files that fail on the combination alone. */
export const failingIn = (
  { before, wanted }: Pick<AcceptedWork, 'before' | 'wanted'>,
  run: TestRun,
): readonly Failing[] =>
  run.problem !== null
    ? []
    : [
        ...newFailures(before, run, wanted).map(({ id, file }) => ({ id, file })),
        ...newFaults(before, run, []).map(({ file }) => ({ id: file, file })),
      ]

/** `present` has the tests that are there, though with no outcome to go by. */
export function judge(
  { accepted, before, wanted, stood, culprits, unit }: AcceptedWork,
  run: TestRun,
  present: TestRun,
): Reasons {
  const now = new Set(present.tests.map((test) => test.id))
  const ids = new Set(accepted.flatMap((each) => lasting(before, each.run.tests, [])))
  const everyone = accepted.map(({ name }) => name)
  const by = (id: string): { readonly units?: readonly string[] } => {
    const names = culprits.get(id)
    return names === undefined || names.length === everyone.length ? {} : { units: names }
  }
  const remedy = `Make the ${unit}s named work together; no change of a ${unit} is dropped.`
  return all(
    refuse(
      ...newFailures(before, run, wanted).map((test) => ({
        rule: 'test-fails',
        message: `${test.id} (${origin(accepted, unit, ({ ids }) => ids.has(test.id))}) fails on the combination: ${describe(test)}${bringing(by(test.id).units)}${standingNote(stood, test.file)}`,
        remedy,
        ...by(test.id),
      })),
      ...newFaults(before, run, []).map((fault) => ({
        rule: faultRule[fault.kind],
        message: `${fault.file} (${origin(accepted, unit, ({ files }) => files.has(fault.file))}): ${fault.message}${bringing(by(fault.file).units)}${standingNote(stood, fault.file)}`,
        remedy,
        ...by(fault.file),
      })),
      ...[...ids]
        .filter((id) => !now.has(id))
        .map((id) => ({
          rule: 'test-vanished',
          message: `${id} (${origin(accepted, unit, ({ ids }) => ids.has(id))}) is not in the combination.`,
          remedy,
        })),
    ),
    ...accepted.map((each) => {
      const own = run.tests.filter(({ id }) => each.ids.has(id))
      const lost = newlyLeftOut(each.run, run, (file) => !each.files.has(file))
      return about(`${unit} ${each.name}`, all(newlySkipped(each.run, { ...run, tests: own }), lost))
    }),
  )
}

export const about = (what: string, { refused, unjudged }: Reasons): Reasons => ({
  refused: refused.map((each) => ({ ...each, message: `${what}: ${each.message}` })),
  unjudged: unjudged.map((each) => ({ ...each, message: `${what}: ${each.message}` })),
})

/** Fewer cycles than were combined. */
function bringing(units: readonly string[] | undefined): string {
  if (units === undefined) return ''
  return units.length === 1
    ? ` It fails with ${units[0]} alone.`
    : ` It fails with ${units.join(' and ')} together, without the others.`
}

/** Which cycles brought it; what all of them have was there before. */
function origin(accepted: readonly Accepted[], unit: string, has: (each: Accepted) => boolean): string {
  const owners = accepted.filter(has).map((each) => each.name)
  const everyone = accepted.map((each) => each.name).join(', ')
  if (owners.length === 0) return `in none of the ${unit}s ${everyone}`
  if (owners.length === accepted.length && accepted.length > 1) return `older than the ${unit}s ${everyone}`
  return `from ${unit} ${owners.join(', ')}; combined with ${everyone}`
}
