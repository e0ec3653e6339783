/** The files that tests lean on, as they are in one commit: read beforehand, so that what a name stands for can be looked up. */
import type { Checkouts } from '@sigma/engine'
import { readTestCode, type TestCode } from '../asserted/test-code.ts'
import { isCode } from '../benches/is-code.ts'
import { importedFile } from '../syntax/resolution.ts'

export interface TestTree {
  /** The file that a relative import in the file `by` leads to. */
  find(from: string, by: string): Found
}

/** `source`: a file that belongs to no test. `unread`: nobody can tell what stands there. */
export type Found = TestCode | 'source' | 'unread'

export const noTree: TestTree = { find: () => 'unread' }

/** More files are not looked into: what they offer counts as unread. */
const most = 3_000

/** `roots` and whatever they lean on among the tests. */
export async function readTestTree(
  checkouts: Checkouts,
  commit: string,
  isTest: (path: string) => boolean,
  roots: readonly string[],
): Promise<TestTree> {
  const files = new Set(await checkouts.files(commit))
  const texts = new Map<string, string>()
  const wanted = new Set(roots)
  for (const path of wanted) {
    if (!files.has(path) || wanted.size > most) continue
    const text = await textIn(checkouts, commit, path)
    if (text === null) continue
    texts.set(path, text)
    for (const next of importsOf(path, text, files)) if (isTest(next) && isCode(next)) wanted.add(next)
  }
  return treeOf(files, texts, isTest)
}

/** The tree of all files by path; those of the tests with their text. */
export function treeOf(
  files: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
  isTest: (path: string) => boolean,
): TestTree {
  const known = new Map<string, TestCode | null>()
  return {
    find: (from, by) => {
      const path = importedFile(by, from, files)
      if (path === null) return 'unread'
      if (!isTest(path)) return 'source'
      const text = texts.get(path)
      if (text === undefined) return 'unread'
      const code = known.get(path) ?? readTestCode(path, text)
      known.set(path, code)
      return code ?? 'unread'
    },
  }
}

/** Tests that did not change themselves, but lean on one of these files, however many lie between. */
export async function leaningOn(
  checkouts: Checkouts,
  commit: string,
  changed: readonly string[],
  isTest: (path: string) => boolean,
): Promise<readonly string[]> {
  if (changed.length === 0) return []
  const files = new Set(await checkouts.files(commit))
  const all = [...files].filter((path) => isTest(path) && isCode(path)).slice(0, most)
  const users = new Map<string, string[]>()
  for (const path of all) {
    const text = await textIn(checkouts, commit, path)
    for (const used of text === null ? [] : importsOf(path, text, files))
      users.set(used, [...(users.get(used) ?? []), path])
  }
  const leaning = new Set(changed)
  for (const path of leaning) for (const user of users.get(path) ?? []) leaning.add(user)
  return [...leaning].filter((path) => !changed.includes(path))
}

export async function textIn(checkouts: Checkouts, commit: string, path: string): Promise<string | null> {
  const content = await checkouts.read(commit, path)
  return content === null ? null : new TextDecoder().decode(content)
}

const importing = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(['"`])(\.[^'"`\n]*)\1/g

function importsOf(by: string, text: string, files: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(importing)].flatMap(([, , from = '']) => importedFile(by, from, files) ?? [])
}
