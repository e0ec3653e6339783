/** Whether tests that were there before a branch still demand what they demanded, and still run. */
import type { Checkouts } from '@sigma/engine'
import type { Sorting } from '../benches/bench.ts'
import { isCode } from '../benches/is-code.ts'
import { isTypeTest } from '../runners/left-out.ts'
import type { TestRun } from '../runners/test-run.ts'
import { lostInSource } from '../test-changes/asserting-source.ts'
import type { TestChange } from '../test-changes/changes.ts'
import { lostData } from '../test-changes/lost-data.ts'
import { lostDemands, unreadChanges } from '../test-changes/test-changes.ts'
import { lasting } from '../verdicts/known.ts'
import { cannotJudge, refuse } from '../verdicts/reasons.ts'
import { newlyFocused, newlyLeftOut, newlySkipped, vanished } from '../verdicts/verdicts.ts'
import { type BranchFinding, type Place, placed, placeIn, placeOf, told } from './finding.ts'

export interface OldTests {
  readonly checkouts: Checkouts
  readonly base: string
  readonly head: string
  readonly sorting: Sorting
  /** Paths that differ. */
  readonly changed: readonly string[]
  /** The base's run, its tests under the names that they have now. */
  readonly before: TestRun
  readonly after: TestRun
  readonly changes: readonly TestChange[]
}

/** Old tests that are gone (`gone`: their ids), are skipped now, or are left out of the run. Both runs can be read. */
export function lostTests(
  { before, after }: Pick<OldTests, 'before' | 'after'>,
  gone: ReadonlySet<string>,
): readonly BranchFinding[] {
  const was = new Map(before.tests.map((test) => [test.id, test]))
  const isIdle = (state: string | undefined): boolean => state === 'skipped' || state === 'todo'
  const idle = after.tests.filter(({ id, state }) => isIdle(state) && !isIdle(was.get(id)?.state))
  return [
    ...[...gone].flatMap((id) => placed(vanished([id], after, 'at the base'), fileOf(was.get(id)?.file))),
    ...idle.flatMap((test) =>
      newlySkipped(before, { ...after, tests: [test] }).refused.map((finding) =>
        // A new test that waits for its turn takes nothing away.
        told(was.has(test.id) ? 'refused' : 'warning', finding, placeOf(test)),
      ),
    ),
    ...placed(newlyFocused(before, after), focusPlace(before, after)),
    ...newlyLeftOut(before, after, isTypeTest).refused.map((finding) =>
      told(
        'refused',
        finding,
        fileOf(after.leftOut?.find(({ file }) => finding.message.startsWith(`${file}: `))?.file),
      ),
    ),
  ]
}

const fileOf = (file: string | undefined): Place | null => (file === undefined ? null : { file, line: null })

/** Ids of old tests that are gone. One that the change of its text shows under another name is not. */
export function vanishedIds(
  before: TestRun,
  after: TestRun,
  { changed, changes }: Pick<OldTests, 'changed' | 'changes'>,
): readonly string[] {
  const now = new Set(after.tests.map(({ id }) => id))
  const renamed = new Set(
    changes
      .filter(({ kind }) => kind === 'renamed')
      .flatMap(({ before: name }) => changed.map((file) => `${file} › ${name}`)),
  )
  return lasting(before, before.tests, changed).filter((id) => !now.has(id) && !renamed.has(id))
}

function focusPlace(before: TestRun, after: TestRun): Place | null {
  const place = after.focused.find((each) => !before.focused.includes(each)) ?? after.focused[0]
  const at = place?.lastIndexOf(':') ?? -1
  if (place === undefined || at < 0) return null
  return { file: place.slice(0, at), line: Number(place.slice(at + 1)) }
}

/** What of the old tests' demands is less than it was, read from their text. */
export async function lostDemandsIn(
  { checkouts, base, head, sorting, changed, after, changes }: Omit<OldTests, 'before'>,
  gone: ReadonlySet<string>,
): Promise<readonly BranchFinding[]> {
  const isThere = new Set(await checkouts.files(base))
  const idOf = ({ file, test }: TestChange): string => `${file} › ${test}`
  // A test that is gone is told once, not assertion by assertion.
  const old = changes.filter((change) => isThere.has(change.file) && !gone.has(idOf(change)))
  const data = changed.filter((path) => sorting.isTest(path) && !isCode(path) && !sorting.isGuarded(path))
  return [
    ...old.flatMap((change) => placed(refuse(...lostDemands([change])), placeOfChange(change, after))),
    ...old.flatMap((change) => placed(cannotJudge(...unreadChanges([change])), { file: change.file, line: null })),
    ...old.flatMap((change) => changedDemand(change, after)),
    ...placed(await lostInSource(checkouts, base, head, sorting)),
    // Nobody can tell whether another value in a table of cases is more or less than the one before.
    ...(await lostData(checkouts, base, head, data)).map((finding) =>
      told(
        'warning',
        { ...finding, rule: 'test-data-lost' },
        fileOf(data.find((path) => finding.message.startsWith(`${path}: `))),
      ),
    ),
  ]
}

const placeOfChange = ({ file, test }: TestChange, after: TestRun): Place =>
  placeIn(after, `${file} › ${test}`) ?? { file, line: null }

/** Another demand in the place of an old one: whoever reviews the branch should see both. */
function changedDemand(change: TestChange, after: TestRun): readonly BranchFinding[] {
  if (change.kind !== 'changed' || change.after === null) return []
  const finding = {
    rule: 'expectation-changed',
    message: `${change.file} › ${change.test}: \`${change.before}\` became \`${change.after}\`.`,
    remedy: 'Look whether the new demand is meant.',
  }
  return [told('notice', finding, placeOfChange(change, after))]
}
