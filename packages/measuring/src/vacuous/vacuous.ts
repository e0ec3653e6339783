/**
 * New tests that prove nothing, whatever the code under test does. Read from their syntax; what the run shows (a test
 * that never calls the source) is told in `unrelated.ts`.
 */
import type { Finding } from '@sigma/protocol'
import { callAtPlace, readTestCode } from '../asserted/test-code.ts'
import { bodyOf } from '../asserted/tested.ts'
import type { Bench } from '../benches/bench.ts'
import type { Failure, TestCase } from '../runners/test-run.ts'
import { importedFile } from '../syntax/resolution.ts'
import { bounded, listed } from '../text.ts'
import { type EmptyRule, emptinessOf } from './emptiness.ts'
import { isAboutTypes } from './typing.ts'

export interface Vacuity {
  readonly findings: readonly Finding[]
  /** Tests that demand nothing, by id: those that the findings are about, and those that ask for types alone. */
  readonly tests: ReadonlySet<string>
}

/** The test failed for a reason that a new test may fail for. */
export const isTelling = (failure: Failure | null): boolean =>
  failure?.kind === 'assertion' || failure?.kind === 'not-implemented' || failure?.kind === 'source-error'

/** Tests that fail as new ones should, and could be made to pass by anything. */
export async function vacuous(bench: Bench, fresh: readonly TestCase[]): Promise<Vacuity> {
  const failing = fresh.filter(({ state, failure }) => state === 'failed' && isTelling(failure))
  const found = await emptyTests(bench, failing)
  const ofTypes = await aboutTypes(
    bench,
    failing.filter(({ id }) => found.has(id)),
  )
  const demandsSomething = failing.some(({ id }) => !found.has(id))
  const refused = [...found].filter(([id]) => !(demandsSomething && ofTypes.has(id)))
  return { findings: refused.map(([, finding]) => finding), tests: new Set(found.keys()) }
}

/** Ids of the tests that ask for types; they may stand beside tests that demand something. */
export async function aboutTypes(bench: Pick<Bench, 'text'>, tests: readonly TestCase[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const [file, own] of Map.groupBy(tests, ({ file }) => file)) {
    const code = readTestCode(file, await bench.text(file))
    if (code === null) continue
    for (const { id, line, column } of own) {
      const call = callAtPlace(code, line, column)
      const body = call === null ? null : bodyOf(call, code)
      if (body !== null && isAboutTypes(body, code)) ids.add(id)
    }
  }
  return ids
}

/** A finding for each of these tests that proves nothing, by the test's id; `bench` holds their files. */
export async function emptyTests(
  bench: Pick<Bench, 'sourceFiles' | 'text' | 'texts'>,
  tests: readonly TestCase[],
): Promise<ReadonlyMap<string, Finding>> {
  if (tests.length === 0) return new Map()
  const sources = new Set(bench.sourceFiles)
  const plainLanguage = !(await patchesLanguage(bench))
  const byFile = Map.groupBy(tests, ({ file }) => file)
  const found: (readonly [string, Finding])[] = []
  for (const [file, own] of byFile) {
    const code = readTestCode(file, await bench.text(file))
    if (code === null) continue
    const isSource = (specifier: string): boolean => importedFile(file, specifier, sources) !== null
    for (const test of own) {
      const call = callAtPlace(code, test.line, test.column)
      const emptiness = call === null ? null : emptinessOf(call, code, { isSource, plainLanguage })
      if (emptiness !== null) found.push([test.id, findingOf(test, emptiness.rule, emptiness.assertions)])
    }
  }
  return new Map(found)
}

/** Code under test that reaches into the built-ins or into what is global may change what any expression gives. */
async function patchesLanguage(bench: Pick<Bench, 'sourceFiles' | 'texts'>): Promise<boolean> {
  for (const text of (await bench.texts(bench.sourceFiles)).values()) {
    if (/\bprototype\b|\bglobal(This)?\b|\bsetPrototypeOf\b|\bwindow\b/.test(text)) return true
  }
  return false
}

function findingOf({ id }: TestCase, rule: EmptyRule, assertions: readonly string[]): Finding {
  const shown = listed(
    assertions.map((each) => `\`${bounded(each.replace(/\s+/g, ' '), 120)}\``),
    3,
  )
  return { rule, message: `${id} ${says[rule](shown)}`, remedy: remedies[rule] }
}

const says: Readonly<Record<EmptyRule, (shown: string) => string>> = {
  'asserts-nothing': () => 'asserts nothing: it passes as soon as nothing throws.',
  'asserts-constants': (shown) => `asserts on constants alone, which no implementation can change: ${shown}.`,
  'ignores-result': (shown) =>
    `calls the code under test and asserts on nothing that comes back, nor on what it did: ${shown}.`,
  'accepts-any-error': (shown) => `is content with any error, a mistake in the implementation too: ${shown}.`,
  'compares-itself': (shown) => `compares a value with itself: ${shown}.`,
}

const remedies: Readonly<Record<EmptyRule, string>> = {
  'asserts-nothing':
    'Assert on what the call gives back or does; where that it does not throw is the point, say so beside another assertion: `assert.doesNotThrow(…)`, `expect(…).not.toThrow()`.',
  'asserts-constants': 'Assert on what the interface under test gives back.',
  'ignores-result':
    'Assert on what the call gives back or changes; where that it does not throw is the point, say so beside another assertion: `assert.doesNotThrow(…)`, `expect(…).not.toThrow()`.',
  'accepts-any-error':
    'Say which error is wanted: its message, class or code, e.g. `assert.throws(run, /empty/)`, `expect(run).toThrow(RangeError)`.',
  'compares-itself': 'Compare the result with the value that the design wants.',
}
