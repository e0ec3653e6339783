/**
 * What tests that were there demand no more after RED (SIG-41, SIG-45). RED may let an old test demand another thing, which then
 * fails until it is built. A test that stays green, but leans on a function or on data that RED hollowed out, demands less for nothing.
 */
import type { Checkouts } from '@sigma/engine'
import type { Meant, TestCase, TestChange, TestRun } from '@sigma/measuring'
import { isCode, lostData, lostDemands, unreadChanges } from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import type { ChangedDemand } from '../machine/gate-parameters.ts'
import type { Replaces } from './meant.ts'

export interface LostInRed {
  readonly refused: readonly Finding[]
  readonly unjudged: readonly Finding[]
  /** Of old tests that RED wrote anew, and that fail now; and what is demanded in another way. A person may want the old demand. */
  readonly told: readonly Omit<ChangedDemand, 'cycle'>[]
}

/** Two commits, and which files hold tests. */
export interface Between {
  readonly from: string
  readonly to: string
  readonly isTest: (path: string) => boolean
}

export interface Found {
  readonly after: TestRun
  readonly fresh: readonly TestCase[]
  readonly meant: Meant
  readonly replaces: Replaces
}

export async function lostInRed(
  checkouts: Checkouts,
  { from, to, isTest }: Between,
  changes: readonly TestChange[],
  { after, fresh, meant, replaces }: Found,
): Promise<LostInRed> {
  const there = new Set(await checkouts.files(from))
  const gone = new Set(meant.replaced)
  const known = new Set(after.tests.map(({ id }) => id))
  const failing = fresh.filter(({ state }) => state === 'failed')
  // The name of a test that is made in a loop is not known as it is written.
  const isAnew = ({ file, test }: TestChange): boolean =>
    failing.some(({ id, file: of }) => (known.has(`${file} › ${test}`) ? id === `${file} › ${test}` : of === file))
  const old = changes.filter(({ file, test }) => there.has(file) && !gone.has(`${file} › ${test}`))
  const data = (await checkouts.diff(from, to)).map(({ path }) => path).filter((path) => isTest(path) && !isCode(path))
  const kept = data.filter((path) => !replaces.isWhole(path))
  return {
    refused: [
      ...lostDemands(old.filter((change) => !isAnew(change) && !replaces.isAbout(change))),
      ...(await lostData(checkouts, from, to, kept)),
    ],
    unjudged: unreadChanges(old),
    told: [
      ...toldOf(meant),
      ...old.flatMap((change) => {
        const { file, test, kind: how, before, after: now } = change
        const isTold =
          how === 'changed' ||
          ((how === 'dropped' || how === 'weakened') && (isAnew(change) || replaces.isAbout(change)))
        return isTold ? [{ file, test, how, before, after: now }] : []
      }),
    ].slice(0, 50),
  }
}

/** The tests themselves, by the ids that they had. */
function toldOf({ replaced, renamed }: Meant): LostInRed['told'] {
  return [
    ...replaced.map((id) => ({ ...placeOf(id), how: 'replaced' as const, before: null, after: null })),
    ...renamed.map(({ from, to }) => ({ ...placeOf(from), how: 'renamed' as const, before: null, after: to })),
  ]
}

/** `<file> › <describe> › <name>`, as tests are shown. */
function placeOf(shown: string): { readonly file: string; readonly test: string } {
  const [file = '', ...names] = shown.split(' › ')
  return { file, test: names.join(' › ') }
}
