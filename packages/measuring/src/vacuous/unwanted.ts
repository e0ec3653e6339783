/**
 * What new tests call of the source where they fail because an error comes that they do not want (`doesNotThrow`,
 * `.not.toThrow()`, `.resolves`). The runner tells whence that error came where the assertion keeps it; elsewhere the test's text does.
 */
import type { Node } from 'oxc-parser'
import { type Assertion, readAssertion } from '../asserted/assertions.ts'
import { callAtPlace, readTestCode, spend, type TestCode } from '../asserted/test-code.ts'
import { bodyOf, reachedFrom } from '../asserted/tested.ts'
import { bare, chainOf, isInside, within } from '../asserted/tree.ts'
import type { Bench } from '../benches/bench.ts'
import type { TestCase } from '../runners/test-run.ts'
import { lineOf } from '../syntax/syntax.ts'
import { functionsNamed, isStubAt } from '../twice/hollowed.ts'
import { catches, wantsNothingOf } from './demanding.ts'

/** Entries of functions of the source, by id of the test; a test that fails for another reason has none. */
export type Unwanted = ReadonlyMap<string, readonly string[]>

export async function unwantedOf(bench: Bench, tests: readonly TestCase[]): Promise<Unwanted> {
  const found = new Map<string, readonly string[]>()
  const failing = tests.filter(({ failure }) => failure?.kind === 'assertion')
  const sources = failing.length === 0 ? [] : [...(await bench.texts(bench.sourceFiles))]
  const isStub = (entry: string) => sources.some(([file, text]) => isStubAt(file, text, entry))
  const functionsOf = (name: string) => sources.flatMap(([file, text]) => functionsNamed(file, text, name))
  for (const [file, own] of Map.groupBy(failing, (test) => test.file)) {
    const code = readTestCode(file, await bench.text(file))
    for (const test of own) {
      const entries = code === null ? [] : calledIn(test, code, functionsOf).filter((entry) => !isStub(entry))
      if (entries.length > 0) found.set(test.id, entries)
    }
  }
  return found
}

function calledIn(test: TestCase, code: TestCode, functionsOf: (name: string) => readonly string[]): readonly string[] {
  const call = callAtPlace(code, test.line, test.column)
  const body = call === null ? null : bodyOf(call, code)
  if (body === null) return []
  const roots = reachedFrom(body, code)
  const subjects = code.calls.flatMap((each) => {
    if (!spend(code) || !roots.some((root) => isInside(each, root, code.parents))) return []
    const reading = readAssertion(each, code)
    if (reading?.kind !== 'assertion' || !wantsNoError(reading.assertion, code)) return []
    return isAt(test, reading.assertion.node, code) && reading.assertion.subject !== null
      ? [reading.assertion.subject]
      : []
  })
  const told = test.failure?.unwanted
  // An error that a call gives back is a value like others: it has to be caught, or asserted that it does not come.
  if (told !== undefined) return subjects.length > 0 || catches(body, code) ? [told] : []
  return [...new Set(subjects.flatMap((subject) => entriesIn(subject, code, functionsOf)))]
}

/** Whether a call gives back nothing may be just what is wanted. */
function wantsNoError(assertion: Assertion, code: TestCode): boolean {
  const { family, words, isNegated, subject } = assertion
  if (family === 'error' && isNegated) return true
  if (!/^resolves(\.|$)/.test(words) || subject === null) return false
  const call = bare(subject)
  return call.type !== 'CallExpression' || !wantsNothingOf(call, assertion, code)
}

/** The assertion stands where the test failed; a place in another file, or none, says nothing of it. */
function isAt({ file, failure }: TestCase, node: Node, { text }: TestCode): boolean {
  const [, from, line] = /^(.*):(\d+)$/.exec(failure?.frame ?? '') ?? []
  if (from !== file) return true
  return lineOf(text, node.start) <= Number(line) && Number(line) <= lineOf(text, node.end)
}

function entriesIn(subject: Node, code: TestCode, functionsOf: (name: string) => readonly string[]): readonly string[] {
  const origin = code.of(bare(subject))?.origin
  const roots = [subject, ...(origin?.kind === 'value' ? [origin.value] : [])]
  const nodes = roots.flatMap((root) => reachedFrom(root, code)).flatMap((root) => [...within(root)])
  const calls = nodes.filter((node) => node.type === 'CallExpression' || node.type === 'NewExpression')
  // Of `a().b()` what is called last: without `a` there would be nothing to call it of.
  return [bare(subject), ...calls.map(({ callee }) => callee)].flatMap(
    (callee) =>
      namesOf(callee, code)
        .map(functionsOf)
        .find((entries) => entries.length > 0) ?? [],
  )
}

/** From the last one on. */
function namesOf(callee: Node, code: TestCode): readonly string[] {
  const { root, names } = chainOf(callee)
  const origin = code.of(root)?.origin
  const first = origin?.kind === 'import' ? origin.name : root.type === 'Identifier' ? root.name : null
  return [first, ...names].flatMap((name) => (name === null || name === '*' ? [] : [name])).toReversed()
}
