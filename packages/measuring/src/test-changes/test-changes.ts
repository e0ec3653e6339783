/** The semantic diff of test files between two commits, for evidence and for findings (SIG-45). */
import type { Checkouts } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import { readTestCode } from '../asserted/test-code.ts'
import { isCode } from '../benches/is-code.ts'
import { bounded } from '../text.ts'
import { changesOf, type TestChange } from './changes.ts'
import { leaningOn, noTree, readTestTree, type TestTree, textIn } from './test-tree.ts'
import { type WrittenTest, writtenTests } from './written-tests.ts'

/** More changes are counted, not shown. */
const most = 200

/** Includes tests that stay as they are, and lean on a file that does not. */
export async function testChangesBetween(
  checkouts: Checkouts,
  from: string,
  to: string,
  isTest: (path: string) => boolean,
): Promise<readonly TestChange[]> {
  const changed = (await checkouts.diff(from, to))
    .map(({ path }) => path)
    .filter((path) => isTest(path) && isCode(path))
  const offering: string[] = []
  for (const path of changed) if (/\bexports?\b/.test((await textIn(checkouts, from, path)) ?? '')) offering.push(path)
  const leaning = await leaningOn(checkouts, from, offering, isTest)
  const paths = [...new Set([...changed, ...leaning])]
  const sides = await Promise.all(
    paths.map(async (path) => [path, await textIn(checkouts, from, path), await textIn(checkouts, to, path)] as const),
  )
  const [before, after] = [
    await readTestTree(checkouts, from, isTest, paths),
    await readTestTree(checkouts, to, isTest, paths),
  ]
  return testChangesOf(sides, { before, after })
}

/** Changes in files, given as `[path, before, after]`; null: there is no such file. */
export function testChangesOf(
  files: readonly (readonly [path: string, before: string | null, after: string | null])[],
  trees: Trees = { before: noTree, after: noTree },
): readonly TestChange[] {
  const before: WrittenTest[] = []
  const after: WrittenTest[] = []
  const unread: TestChange[] = []
  for (const [file, old, now] of files) {
    const [was, is] = bothIn(file, old, now, trees)
    if (was === null || is === null) unread.push({ file, test: '', kind: 'unread', before: null, after: null })
    else {
      before.push(...was)
      after.push(...is)
    }
  }
  const changes = [...unread, ...changesOf(before, after)]
  // Lost demands come first, so that nothing else takes their place.
  return changes
    .toSorted((one, other) => Number(isLost(other)) - Number(isLost(one)))
    .slice(0, most)
    .map(inBounds)
}

const isLost = ({ kind }: TestChange): boolean => ['unread', 'dropped', 'weakened', 'off'].includes(kind)

interface Trees {
  readonly before: TestTree
  readonly after: TestTree
}

type Tests = readonly WrittenTest[] | null

/** Where one side is too much to be seen through, both are taken as they are written. */
function bothIn(
  file: string,
  old: string | null,
  now: string | null,
  { before, after }: Trees,
): readonly [Tests, Tests] {
  const read = (isPlain: boolean) => [testsIn(file, old, before, isPlain), testsIn(file, now, after, isPlain)] as const
  const seen = read(false)
  const [was, is] = seen.includes('too much') ? read(true) : seen
  return [was === 'too much' ? null : was, is === 'too much' ? null : is]
}

function testsIn(file: string, text: string | null, tree: TestTree, isPlain: boolean): Tests | 'too much' {
  if (text === null) return []
  const code = readTestCode(file, text, isPlain)
  if (code === null) return null
  const tests = writtenTests(code, tree)
  return code.effort.left <= 0 ? 'too much' : tests
}

const inBounds = (change: TestChange): TestChange => ({
  ...change,
  test: bounded(change.test, 200),
  before: change.before === null ? null : bounded(change.before, 300),
  after: change.after === null ? null : bounded(change.after, 300),
})

/** Demands that are gone, or less than they were. */
export const lostDemands = (changes: readonly TestChange[]): readonly Finding[] =>
  changes.flatMap((change): readonly Finding[] => {
    const where = `${change.file} › ${change.test}`
    if (change.kind === 'weakened') {
      const remedy = 'Let it demand what it demanded; a test that is wrong is a matter for a test issue.'
      return [
        { rule: 'assertion-weakened', message: `${where}: \`${change.before}\` became \`${change.after}\`.`, remedy },
      ]
    }
    if (change.kind !== 'dropped') return []
    const remedy = 'Bring the assertion back, in this test or another; what tests demand stays.'
    return [{ rule: 'assertion-dropped', message: `${where}: \`${change.before}\` is asserted no more.`, remedy }]
  })

/** The demands of a file that cannot be read are not known. */
export const unreadChanges = (changes: readonly TestChange[]): readonly Finding[] =>
  changes
    .filter(({ kind }) => kind === 'unread')
    .map(({ file }) => ({
      rule: 'tests-unread',
      message: `${file} cannot be read, so nobody can tell what its tests demand.`,
      remedy: 'Write what the parser takes, less deeply nested, in files of less than a million characters.',
    }))
