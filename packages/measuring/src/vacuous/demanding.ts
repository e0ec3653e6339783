/** Tests that say which value they want of the code under test, as far as that is certain. */
import type { Node } from 'oxc-parser'
import { type Assertion, readAssertion } from '../asserted/assertions.ts'
import { callAtPlace, readTestCode, spend, type TestCode } from '../asserted/test-code.ts'
import { bodyOf, reachedFrom } from '../asserted/tested.ts'
import { bare, within } from '../asserted/tree.ts'
import type { Bench } from '../benches/bench.ts'
import type { TestCase } from '../runners/test-run.ts'
import { importedFile } from '../syntax/resolution.ts'
import { type IsSourceImport, sideOf } from './reach.ts'

/** Ids of those among the tests that compare something of the source with a value. */
export async function wantingValues(bench: Bench, tests: readonly TestCase[]): Promise<ReadonlySet<string>> {
  const sources = new Set(bench.sourceFiles)
  const found = new Set<string>()
  for (const [file, own] of Map.groupBy(tests, (test) => test.file)) {
    const code = readTestCode(file, await bench.text(file))
    if (code === null) continue
    const isSource: IsSourceImport = (specifier) => importedFile(file, specifier, sources) !== null
    for (const { id, line, column } of own) {
      const call = callAtPlace(code, line, column)
      const body = call === null ? null : bodyOf(call, code)
      if (body !== null && wantsValue(body, code, isSource)) found.add(id)
    }
  }
  return found
}

function wantsValue(body: Node, code: TestCode, isSource: IsSourceImport): boolean {
  for (const root of reachedFrom(body, code)) {
    for (const node of within(root)) {
      if (!spend(code)) return false
      if (node.type !== 'CallExpression') continue
      const reading = readAssertion(node, code)
      if (reading?.kind !== 'assertion' || !isOfValue(reading.assertion)) continue
      const { subject, expected } = reading.assertion
      if ([subject, ...expected].some((each) => each !== null && isOfSource(each, code, isSource))) return true
    }
  }
  return false
}

/** Met by anything that is there, or by anything but one value. */
const loose = /^(ok|assert|isTrue|ifError|exists?|toBeTruthy|toBeDefined|isOk|isDefined|isNotNull|toBeInstanceOf)$/

function isOfValue({ family, words, isNegated, subject }: Assertion): boolean {
  if (isNegated || family === 'failure') return false
  if (family === 'error') return true
  if (!loose.test(words)) return family === 'comparison'
  const value = subject === null ? null : bare(subject)
  return value?.type === 'BinaryExpression' && /^={2,3}$/.test(value.operator)
}

function isOfSource(node: Node, code: TestCode, isSource: IsSourceImport): boolean {
  const value = bare(node)
  if (value.type === 'BinaryExpression')
    return isOfSource(value.left, code, isSource) || isOfSource(value.right, code, isSource)
  if (value.type === 'ArrayExpression')
    return value.elements.some((each) => each !== null && isOfSource(each, code, isSource))
  return sideOf(value, code, isSource) === 'source'
}
