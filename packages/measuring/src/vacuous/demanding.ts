/** What tests want of the code under test for certain, as far as their own statements say it; anything that may not be run counts for nothing. */
import type { CallExpression, Node } from 'oxc-parser'
import { type Assertion, readAssertion } from '../asserted/assertions.ts'
import type { Binding } from '../asserted/bindings.ts'
import { isConstant } from '../asserted/constants.ts'
import { callAtPlace, readTestCode, spend, type TestCode } from '../asserted/test-code.ts'
import { bodyOf, reachedFrom } from '../asserted/tested.ts'
import { bare, chainOf, isFunction, isInside, within } from '../asserted/tree.ts'
import type { Bench } from '../benches/bench.ts'
import { innermostAt } from '../runners/focus.ts'
import type { TestCase } from '../runners/test-run.ts'
import { importedFile } from '../syntax/resolution.ts'
import { offsetOf } from '../syntax/syntax.ts'
import { functionNameAt, placeIn } from '../twice/hollowed.ts'
import { type IsSourceImport, sideOf } from './reach.ts'

/** Of tests that fail by an error of the source, by id. */
export interface Demands {
  /** They compare with a constant whatever they have the source do. */
  readonly value: ReadonlySet<string>
  /** They want of the call that failed what a function that does nothing gives back. */
  readonly nothing: ReadonlySet<string>
}

export async function demandsOf(bench: Bench, tests: readonly TestCase[]): Promise<Demands> {
  const [value, nothing] = [new Set<string>(), new Set<string>()]
  const sources = new Set(bench.sourceFiles)
  for (const [file, own] of Map.groupBy(tests, (test) => test.file)) {
    const code = readTestCode(file, await bench.text(file))
    if (code === null) continue
    const isSource: IsSourceImport = (specifier) => importedFile(file, specifier, sources) !== null
    for (const test of own) {
      const call = callAtPlace(code, test.line, test.column)
      const body = call === null ? null : bodyOf(call, code)
      if (body === null || catches(body, code)) continue
      const assertions = certainIn(body, code)
      if (wantsValue(body, assertions, code, isSource)) value.add(test.id)
      const failed = await failedCall(bench, test, code)
      if (failed !== null && assertions.some((each) => wantsNothingOf(failed, each, code))) nothing.add(test.id)
    }
  }
  return { value, nothing }
}

/** A test that catches or throws decides itself which error is met. */
export function catches(body: Node, code: TestCode): boolean {
  for (const root of reachedFrom(body, code)) {
    for (const node of within(root)) {
      if (!spend(code) || node.type === 'TryStatement' || node.type === 'ThrowStatement') return true
      if (node.type === 'CallExpression' && chainOf(node).names.includes('catch')) return true
    }
  }
  return false
}

/** Assertions that are statements of the body itself: no condition, loop or call back decides whether they are met. */
function certainIn(body: Node, code: TestCode): readonly Assertion[] {
  return code.calls.flatMap((call) => {
    if (!spend(code) || !isInside(call, body, code.parents)) return []
    const reading = readAssertion(call, code)
    return reading?.kind === 'assertion' && isStatementOf(body, reading.assertion.node, code) ? [reading.assertion] : []
  })
}

function isStatementOf(body: Node, node: Node, { parents }: TestCode): boolean {
  if (!isFunction(body) || body.body === null) return false
  const block: Node = body.body
  if (bare(block) === bare(node)) return true
  const statement = [...(block.type === 'BlockStatement' ? block.body : [])].find((each) =>
    isInside(node, each, parents),
  )
  return statement?.type === 'ExpressionStatement' && bare(statement.expression) === bare(node)
}

/** The call in the test whose error it failed by: no other than the function that raised it is called there. */
async function failedCall(bench: Bench, { file, failure }: TestCase, code: TestCode): Promise<CallExpression | null> {
  if (failure?.calledAt === undefined || failure.entry === undefined) return null
  const { file: from, ...place } = placeIn(failure.calledAt)
  if (from !== file) return null
  const offset = offsetOf(code.text, place.line, place.column)
  // A stack that goes on later has the place of `await`.
  const awaited = code.calls.find((each) => {
    const parent = code.parents.get(each)
    return parent?.type === 'AwaitExpression' && parent.start === offset
  })
  const call = awaited ?? innermostAt(code.calls, offset)
  if (call === null) return null
  const { file: source, ...entry } = placeIn(failure.entry)
  const name = functionNameAt(source, await bench.text(source), entry)
  return name === null || calledName(call, code) === name ? call : null
}

/** As the source has it; null: a default export, or computed. */
function calledName(call: CallExpression, code: TestCode): string | null {
  const { root, names } = chainOf(call)
  if (names.length > 0) return names.at(-1) ?? null
  const origin = code.of(root)?.origin
  if (origin?.kind === 'import') return origin.name
  return root.type === 'Identifier' ? root.name : null
}

const equality = /^(rejects\.|resolves\.)?((strict|deep|deepStrict)?[eE]qual|toBe|toEqual|toStrictEqual|eql)$/
const nothingWords = /^(resolves\.)?(isUndefined|toBeUndefined|undefined)$/

export function wantsNothingOf(call: CallExpression, assertion: Assertion, code: TestCode): boolean {
  const { subject, expected, words, isNegated } = assertion
  if (isNegated || subject === null) return false
  if (nothingWords.test(words)) return bare(subject) === call
  const [wanted] = expected
  if (!equality.test(words) || wanted === undefined) return false
  return (bare(subject) === call && isNothing(wanted, code)) || (bare(wanted) === call && isNothing(subject, code))
}

function isNothing(node: Node, code: TestCode): boolean {
  const value = bare(node)
  if (value.type === 'Literal') return value.value === null && value.raw === 'null'
  if (value.type === 'UnaryExpression') return value.operator === 'void' && value.argument.type === 'Literal'
  return value.type === 'Identifier' && value.name === 'undefined' && code.of(value) === null
}

/** Nothing of the source is called but for a value that is compared. */
function wantsValue(body: Node, assertions: readonly Assertion[], code: TestCode, isSource: IsSourceImport): boolean {
  const wanting = assertions.filter((each) => isOfValue(each, code, isSource))
  const names = new Set(
    wanting.flatMap(({ subject, expected }) => [subject, ...expected].map((each) => nameOf(each, code))),
  )
  const isHeld = (call: Node): boolean =>
    wanting.some(({ node }) => isInside(call, node, code.parents)) ||
    [...names].some((name) => name?.origin.kind === 'value' && isInside(call, name.origin.value, code.parents))
  for (const root of reachedFrom(body, code)) {
    for (const node of within(root)) {
      if (!spend(code)) return false
      if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue
      if (readsAsAssertion(node, code) || isHeld(node)) continue
      if (sideOf(node.callee, code, isSource) !== 'plain') return false
    }
  }
  return wanting.length > 0
}

const readsAsAssertion = (node: Node, code: TestCode): boolean =>
  node.type === 'CallExpression' && readAssertion(node, code) !== null

/** Met by anything that is there, or by anything but one value. */
const loose = /^(ok|assert|isTrue|ifError|exists?|toBeTruthy|toBeDefined|isOk|isDefined|isNotNull|toBeInstanceOf)$/

function isOfValue(
  { family, words, isNegated, subject, expected }: Assertion,
  code: TestCode,
  isSource: IsSourceImport,
): boolean {
  if (isNegated || subject === null) return false
  if (family === 'error') return expected.length > 0
  if (family !== 'comparison' || loose.test(words)) return false
  const isFixed = (node: Node): boolean => isConstant(node, code, { plainLanguage: true })
  const [wanted] = expected
  if (wanted === undefined) return isResult(subject, code, isSource)
  return (
    (isResult(subject, code, isSource) && isFixed(wanted)) || (isResult(wanted, code, isSource) && isFixed(subject))
  )
}

/** What a call of the source gave back, or a part of it. */
function isResult(node: Node, code: TestCode, isSource: IsSourceImport): boolean {
  const value = bare(node)
  if (value.type === 'ArrayExpression')
    return value.elements.some((each) => each !== null && isResult(each, code, isSource))
  const name = nameOf(node, code)
  const made = name?.origin.kind === 'value' ? name.origin.value : value
  if (name !== null && name.writes.length > 0) return false
  return [...calleesOf(made)].some((callee) => sideOf(callee, code, isSource) === 'source')
}

/** What is called along `a(…).b.c(…)`. */
function* calleesOf(node: Node): Generator<Node> {
  const value = bare(node)
  if (value.type === 'MemberExpression') yield* calleesOf(value.object)
  if (value.type !== 'CallExpression' && value.type !== 'NewExpression') return
  yield value.callee
  yield* calleesOf(value.callee)
}

/** The name that `a.b[0]` is a part of. */
function nameOf(node: Node | null, code: TestCode): Binding | null {
  return node === null ? null : code.of(chainOf(node).root)
}
