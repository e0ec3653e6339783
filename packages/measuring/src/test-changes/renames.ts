/** Recognises tests that are what they were under another name, in another suite, or in another file. */
import type { TestCode } from '../asserted/test-code.ts'
import { readTestCode } from '../asserted/test-code.ts'
import type { TestCase, TestRun } from '../runners/test-run.ts'
import { identityOf } from './identity.ts'
import type { Renamed } from './meant.ts'
import { isQuietMove } from './moved.ts'

export interface Versions {
  readonly before: TestRun
  readonly after: TestRun
  /** Text of a test file at each side; null: there is none. */
  readonly textBefore: (file: string) => Promise<string | null>
  readonly textAfter: (file: string) => Promise<string | null>
}

/** Each test of before is at most one of now, and has the outcome that it had. */
export async function renamesOf({ before, after, textBefore, textAfter }: Versions): Promise<readonly Renamed[]> {
  const [was, is] = [new Set(before.tests.map(({ id }) => id)), new Set(after.tests.map(({ id }) => id))]
  const gone = before.tests.filter(({ id }) => !is.has(id))
  const fresh = after.tests.filter(({ id }) => !was.has(id))
  if (gone.length === 0 || fresh.length === 0) return []
  const [codesBefore, codesAfter] = [await codesOf([...gone, ...fresh], textBefore), await codesOf(fresh, textAfter)]
  const isQuiet = (old: TestCase, now: TestCase): boolean => {
    const was = [old.file, now.file].flatMap((file) => codesBefore.get(file) ?? [])
    const to = codesAfter.get(now.file) ?? null
    return old.file === now.file || (to !== null && isQuietMove(was, to))
  }
  const open = identified(fresh, codesAfter)
  const renamed: Renamed[] = []
  for (const [key, tests] of identified(gone, codesBefore)) {
    const free = [...(open.get(key) ?? [])]
    for (const old of tests) {
      const at = free.findIndex((now) => now.state === old.state && isQuiet(old, now))
      const [now] = at === -1 ? [] : free.splice(at, 1)
      if (now !== undefined) renamed.push({ from: old.id, to: now.id, file: now.file })
    }
  }
  return renamed
}

type Codes = ReadonlyMap<string, TestCode | null>

async function codesOf(tests: readonly TestCase[], textOf: Versions['textBefore']): Promise<Codes> {
  const codes = new Map<string, TestCode | null>()
  for (const file of new Set(tests.map((test) => test.file))) {
    const text = await textOf(file)
    codes.set(file, text === null ? null : readTestCode(file, text))
  }
  return codes
}

/** Tests by what they are beside their names; a test of which nobody can tell is left out. */
function identified(tests: readonly TestCase[], codes: Codes): ReadonlyMap<string, readonly TestCase[]> {
  const found = new Map<string, TestCase[]>()
  for (const test of tests) {
    const code = codes.get(test.file) ?? null
    const key = code === null ? null : identityOf(test, code)
    if (key !== null) found.set(key, [...(found.get(key) ?? []), test])
  }
  return found
}
