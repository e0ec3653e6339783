/** What a test asserts: helpers of the file, loops and tables count as what they say of each case. */
import type { CallExpression, Node } from 'oxc-parser'
import { type Assertion, readAssertion } from '../asserted/assertions.ts'
import type { Binding } from '../asserted/bindings.ts'
import { isConstant } from '../asserted/constants.ts'
import { spend, type TestCode } from '../asserted/test-code.ts'
import { functionOf } from '../asserted/tested.ts'
import { bare, childrenOf, isFunction, within } from '../asserted/tree.ts'
import { isSwallowed } from '../vacuous/errors-accepted.ts'
import { meaningOf, type Row } from './meaning.ts'
import { rowsOfList, rowsOfTest } from './rows.ts'

export interface Asserted {
  /** As written. */
  readonly text: string
  /** Words aside: the same thing held against the same. */
  readonly demand: string
  /** What it is about, and what that is held against: by meaning, so that equal ones demand the same. */
  readonly subject: string
  readonly expected: readonly string[]
  readonly words: string
  readonly isNegated: boolean
  readonly family: Assertion['family']
  /** It stands behind a condition, and may never be reached. */
  readonly isConditional: boolean
  /** It is about nothing but constants. */
  readonly isConstant: boolean
}

export interface Demands {
  readonly asserted: readonly Asserted[]
  /** Calls of what other files of the project offer, by meaning: they may assert. */
  readonly helpers: readonly string[]
}

/** Of tables and loops, more is not counted. */
const most = 2_000
const deepest = 6

export function demandsOf(run: Node, test: CallExpression, code: TestCode): Demands {
  const rows = isFunction(run) && !code.isPlain ? rowsOfTest(test, run, code) : null
  const gathering: Gathering = { code, asserted: [], helpers: [] }
  const body = isFunction(run) ? run.body : run
  if (body === null) return { asserted: [], helpers: [] }
  for (const row of rows ?? [new Map<Binding, string>()])
    gather(body, { row, isConditional: false, depth: 0 }, gathering)
  return { asserted: gathering.asserted, helpers: gathering.helpers }
}

interface Gathering {
  readonly code: TestCode
  readonly asserted: Asserted[]
  readonly helpers: string[]
}

interface Place {
  readonly row: Row
  readonly isConditional: boolean
  /** How many helpers lead here. */
  readonly depth: number
}

function gather(node: Node, place: Place, into: Gathering): void {
  if (into.asserted.length >= most || !spend(into.code)) return
  switch (node.type) {
    case 'BlockStatement':
      inOrder(node.body, place, into)
      return
    case 'IfStatement':
      inBranches(node, place, into)
      return
    case 'FunctionDeclaration':
      // Counts where it is called.
      return
    case 'VariableDeclarator':
      if (node.init !== null && !isFunction(bare(node.init))) gather(node.init, place, into)
      return
    case 'ForOfStatement':
    case 'CallExpression':
      if (!into.code.isPlain && each(node, place, into)) return
      break
    default:
  }
  if (node.type === 'CallExpression' && called(node, place, into)) return
  const isBranch = ['ConditionalExpression', 'LogicalExpression', 'SwitchCase', 'CatchClause'].includes(node.type)
  const below = isBranch ? { ...place, isConditional: true } : place
  for (const child of childrenOf(node)) gather(child, below, into)
}

/** What follows an end of the block is never reached. */
function inOrder(statements: readonly Node[], place: Place, into: Gathering): void {
  let { isConditional } = place
  for (const statement of statements) {
    gather(statement, { ...place, isConditional }, into)
    if (statement.type === 'ReturnStatement' || statement.type === 'ThrowStatement') return
    isConditional ||=
      statement.type === 'IfStatement' &&
      [...within(statement, (below) => !isFunction(below))].some(({ type }) => type === 'ReturnStatement')
  }
}

function inBranches(node: Extract<Node, { type: 'IfStatement' }>, place: Place, into: Gathering): void {
  const known = truthOf(node.test)
  const branch = { ...place, isConditional: place.isConditional || known === null }
  gather(node.test, place, into)
  if (known !== false) gather(node.consequent, branch, into)
  if (known !== true && node.alternate !== null) gather(node.alternate, branch, into)
}

/** Of a condition that is plainly one or the other. */
function truthOf(node: Node): boolean | null {
  const value = bare(node)
  if (value.type === 'Literal') return Boolean(value.value)
  if (value.type !== 'UnaryExpression' || value.operator !== '!') return null
  const inner = truthOf(value.argument)
  return inner === null ? null : !inner
}

/** A loop over a list that stands in the file counts once for each. */
function each(
  node: Extract<Node, { type: 'ForOfStatement' | 'CallExpression' }>,
  place: Place,
  into: Gathering,
): boolean {
  const [list, name, body] = node.type === 'ForOfStatement' ? loopOf(node) : forEachOf(node)
  const rows = list === null || name === null || body === null ? null : rowsOfList(list, name, into.code)
  if (rows === null || body === null) return false
  for (const row of rows) gather(body, { ...place, row: new Map([...place.row, ...row]) }, into)
  return true
}

type Loop = readonly [list: Node | null, name: Node | null, body: Node | null]

function loopOf({ left, right, body }: Extract<Node, { type: 'ForOfStatement' }>): Loop {
  return [right, left.type === 'VariableDeclaration' ? (left.declarations[0]?.id ?? null) : null, body]
}

function forEachOf({ callee, arguments: given }: CallExpression): Loop {
  const [run] = given
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.name !== 'forEach')
    return [null, null, null]
  return run !== undefined && isFunction(run) ? [callee.object, run.params[0] ?? null, run.body] : [null, null, null]
}

/** Whether the call was counted with all that is in it. */
function called(call: CallExpression, place: Place, into: Gathering): boolean {
  const { code } = into
  const reading = readAssertion(call, code)
  if (reading?.kind === 'assertion') {
    if (!isSwallowed(reading.assertion.node, code)) into.asserted.push(asserted(reading.assertion, place, code))
    return true
  }
  // A test within the test is read for itself.
  if (/\.(test|it)$/.test(code.text.slice(call.callee.start, call.callee.end))) return true
  const origin = code.of(bare(call.callee))?.origin
  if (origin?.kind === 'import' && origin.from.startsWith('.')) into.helpers.push(meaningOf(call, place.row, code))
  if (place.depth >= deepest || code.isPlain) return false
  const below = { ...place, depth: place.depth + 1 }
  for (const argument of call.arguments) {
    const fn = isFunction(bare(argument)) ? null : functionOf(argument, code)
    if (fn !== null && isFunction(fn) && fn.body !== null) gather(fn.body, below, into)
  }
  const fn = functionOf(call.callee, code)
  if (fn === null || !isFunction(fn) || fn.body === null) return false
  gather(fn.body, { ...below, row: withArguments(call, fn.params, place.row, code) }, into)
  return false
}

/** A helper of the file says what it says of the arguments that it is called with. */
function withArguments(call: CallExpression, parameters: readonly Node[], row: Row, code: TestCode): Row {
  const own = new Map(row)
  for (const [at, parameter] of parameters.entries()) {
    const argument = call.arguments[at]
    const binding = code.of(parameter)
    if (binding !== null && argument !== undefined) own.set(binding, meaningOf(argument, row, code))
  }
  return own
}

function asserted(
  { node, subject, words, isNegated, family, expected }: Assertion,
  { row, isConditional }: Place,
  code: TestCode,
): Asserted {
  const [about, against] = sidesOf(subject, family, words, expected)
  const [of, wanted] = [
    about === null ? '' : meaningOf(bare(about), row, code),
    against.map((side) => meaningOf(bare(side), row, code)),
  ]
  const sides = [...(about === null ? [] : [about]), ...against]
  return {
    text: code.text.slice(node.start, node.end).replace(/\s+/g, ' '),
    demand: JSON.stringify([of, wanted, isNegated]),
    subject: of,
    expected: wanted,
    words: about === subject ? words : 'equal',
    isNegated,
    family: about === subject ? family : 'comparison',
    isConditional,
    isConstant: sides.length > 0 && sides.every((side) => isConstant(side, code, { plainLanguage: true })),
  }
}

/** `assert.ok(a === b)` compares a and b. */
function sidesOf(
  subject: Node | null,
  family: Assertion['family'],
  words: string,
  expected: readonly Node[],
): readonly [Node | null, readonly Node[]] {
  const value = subject === null ? null : bare(subject)
  const isTruth =
    family === 'truth' || (words === 'toBe' && expected[0]?.type === 'Literal' && expected[0].value === true)
  if (!isTruth || value?.type !== 'BinaryExpression' || !/^===?$/.test(value.operator)) return [subject, expected]
  return [value.left, [value.right]]
}
