/**
 * Source that tests assert by (SIG-41): a function that asserts may lie among the source, where the developer can write. What
 * tests demand by it stays all the same, whoever asked for another thing: no test file differs, so nothing else would notice.
 */
import type { Checkouts } from '@sigma/engine'
import { soundsLikeAsserting } from '../asserted/assertions.ts'
import type { Sorting } from '../benches/bench.ts'
import { isCode } from '../benches/is-code.ts'
import { noReasons, type Reasons, refuse } from '../verdicts/reasons.ts'
import { lostDemands, testChangesBetween } from './test-changes.ts'
import { textIn } from './test-tree.ts'

export async function lostInSource(
  checkouts: Checkouts,
  from: string,
  to: string,
  { isTest, isSource }: Pick<Sorting, 'isTest' | 'isSource'>,
): Promise<Reasons> {
  const changed = (await checkouts.diff(from, to)).map(({ path }) => path)
  const asserting = new Set<string>()
  for (const path of changed)
    if (isSource(path) && isCode(path) && isForAsserting((await textIn(checkouts, from, path)) ?? ''))
      asserting.add(path)
  if (asserting.size === 0) return noReasons
  const isRead = (path: string): boolean => isTest(path) || asserting.has(path)
  return refuse(...lostDemands(await testChangesBetween(checkouts, from, to, isRead)))
}

const libraries =
  /(from|require\()\s*(['"])((node:)?assert(\/strict)?|vitest|@jest\/globals|chai|expect|expect-type)\2|\bexpect\(/
const offered = /\bexport\s+(?:async\s+)?(?:function\*?|const|let|class)\s+(\w+)|\bexports\.(\w+)\s*=/g
const lists = /\b(?:export|module\.exports\s*=)\s*\{([^}]*)\}/g

/** True: the file asserts, and exports a name that sounds like it. Code that checks its own input exports none. */
export function isForAsserting(text: string): boolean {
  if (!libraries.test(text)) return false
  const names = [...text.matchAll(offered)].map(([, name, other]) => name ?? other ?? '')
  const listed = [...text.matchAll(lists)].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
  return [...names, ...listed].some(soundsLikeAsserting)
}
