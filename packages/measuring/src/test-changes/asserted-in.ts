/** Gathers a test's assertions: helpers of its file and of others, loops and tables count as what they say of each case. */
import type { CallExpression, Node } from 'oxc-parser'
import { type Assertion, readAssertion, soundsLikeAsserting } from '../asserted/assertions.ts'
import type { Binding } from '../asserted/bindings.ts'
import { isConstant } from '../asserted/constants.ts'
import { spend, type TestCode } from '../asserted/test-code.ts'
import { bare, chainOf, childrenOf, isFunction, within } from '../asserted/tree.ts'
import { isSwallowed } from '../vacuous/errors-accepted.ts'
import { definedBy } from './defined.ts'
import { isForItself, mayAssert } from './may-assert.ts'
import { meaningOf, type Row } from './meaning.ts'
import { rowsOfList, rowsOfTest } from './rows.ts'
import type { TestTree } from './test-tree.ts'

export interface Asserted {
  /** As written, after the call of the test that leads there. */
  readonly text: string
  /** True: the assertion stands in a function that the test calls. */
  readonly isCalled: boolean
  /** Words aside: the same thing held against the same. */
  readonly demand: string
  /** The value that is asserted on, and those it is compared with: by meaning, so that equal ones demand the same. */
  readonly subject: string
  readonly expected: readonly string[]
  readonly words: string
  readonly isNegated: boolean
  readonly family: Assertion['family']
  /** True: the assertion stands behind a condition, and may never be reached. */
  readonly isConditional: boolean
  /** True: the assertion is about nothing but constants. */
  readonly isConstant: boolean
}

export interface Demands {
  readonly asserted: readonly Asserted[]
  /** Calls that cannot be seen through, and may assert. */
  readonly calls: readonly Called[]
}

export interface Called {
  readonly text: string
  readonly meaning: string
  /**
   * `asserts`: by its name. `perhaps`: it is called for itself. `given`: something is made of what it gives back. `runs`: any
   * call of a test that asserts nothing, and so demands that it ends well.
   */
  readonly kind: 'asserts' | 'perhaps' | 'given' | 'runs'
}

/** More assertions, of tables and loops, are not counted. */
const most = 2_000
const deepest = 6

export function demandsOf(run: Node, test: CallExpression, code: TestCode, tree: TestTree): Demands {
  const found = code.isPlain || isFunction(run) ? null : definedBy(run, code, tree)
  if (found !== null && isFunction(found.node)) return gathered(found.node, test, found.code, tree)
  const { asserted, calls } = gathered(run, test, code, tree)
  if (found !== null || isFunction(run) || run.type === 'CallExpression') return { asserted, calls }
  return { asserted, calls: [...calls, callOf(run, 'perhaps', new Map(), code)] }
}

function gathered(run: Node, test: CallExpression, code: TestCode, tree: TestTree): Demands {
  const rows = isFunction(run) && !code.isPlain ? rowsOfTest(test, run, code) : null
  const gathering: Gathering = { tree, asserted: [], calls: [] }
  const body = isFunction(run) ? run.body : run
  if (body === null) return { asserted: [], calls: [] }
  for (const row of rows ?? [new Map<Binding, string>()])
    gather(body, { code, row, isConditional: false, depth: 0, from: null }, gathering)
  const { asserted, calls } = gathering
  const isSilent = asserted.every(({ isConstant: says }) => says) && calls.length === 0
  return { asserted, calls: isSilent ? allCalls(body, code) : calls }
}

/** The calls of a test that asserts nothing. */
function allCalls(body: Node, code: TestCode): readonly Called[] {
  return [...within(body, ({ type }) => type !== 'CallExpression')].flatMap((node) =>
    node.type === 'CallExpression' && readAssertion(node, code) === null ? [callOf(node, 'runs', new Map(), code)] : [],
  )
}

const callOf = (node: Node, kind: Called['kind'], row: Row, code: TestCode): Called => ({
  text: written(node, code),
  meaning: meaningOf(node, row, code),
  kind,
})

const written = (node: Node, code: TestCode): string => code.text.slice(node.start, node.end).replace(/\s+/g, ' ')

interface Gathering {
  readonly tree: TestTree
  readonly asserted: Asserted[]
  readonly calls: Called[]
}

interface Reached {
  /** The file that is read. */
  readonly code: TestCode
  readonly row: Row
  readonly isConditional: boolean
  /** How many helpers lead here. */
  readonly depth: number
  /** The call of the test that leads here; null: it stands in the test itself. */
  readonly from: string | null
}

function gather(node: Node, place: Reached, into: Gathering): void {
  if (into.asserted.length >= most || !spend(place.code)) return
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
      if (!place.code.isPlain && each(node, place, into)) return
      break
    default:
  }
  if (node.type === 'CallExpression' && called(node, place, into)) return
  const isBranch = ['ConditionalExpression', 'LogicalExpression', 'SwitchCase', 'CatchClause'].includes(node.type)
  const below = isBranch ? { ...place, isConditional: true } : place
  const before = into.asserted.length
  for (const child of childrenOf(node)) gather(child, below, into)
  if (node.type === 'CallExpression' && into.asserted.length === before) unseen(node, place, into)
}

/** Whatever it is that is called, no assertion is known to be in it. */
function unseen(call: CallExpression, { code, row }: Reached, { tree, calls }: Gathering): void {
  if (calls.length >= most || readAssertion(call, code) !== null || definedBy(call.callee, code, tree) !== null) return
  if (!mayAssert(call, code, tree)) return
  const { root, names } = chainOf(call.callee)
  const own = root.type === 'Identifier' ? root.name : ''
  const sounds = [own, ...names].some((name) => name !== null && soundsLikeAsserting(name))
  calls.push(callOf(call, isForItself(call, code) ? (sounds ? 'asserts' : 'perhaps') : 'given', row, code))
}

/** Statements behind a `return` or `throw` are never reached. */
function inOrder(statements: readonly Node[], place: Reached, into: Gathering): void {
  let { isConditional } = place
  for (const statement of statements) {
    gather(statement, { ...place, isConditional }, into)
    if (statement.type === 'ReturnStatement' || statement.type === 'ThrowStatement') return
    isConditional ||=
      statement.type === 'IfStatement' &&
      [...within(statement, (below) => !isFunction(below))].some(({ type }) => type === 'ReturnStatement')
  }
}

function inBranches(node: Extract<Node, { type: 'IfStatement' }>, place: Reached, into: Gathering): void {
  const known = truthOf(node.test)
  const branch = { ...place, isConditional: place.isConditional || known === null }
  gather(node.test, place, into)
  if (known !== false) gather(node.consequent, branch, into)
  if (known !== true && node.alternate !== null) gather(node.alternate, branch, into)
}

/** The value of a condition that is plainly true or false; null: not known. */
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
  place: Reached,
  into: Gathering,
): boolean {
  const [list, name, body] = node.type === 'ForOfStatement' ? loopOf(node) : forEachOf(node)
  const rows = list === null || name === null || body === null ? null : rowsOfList(list, name, place.code)
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

/** True: the call was counted with all that is in it. */
function called(call: CallExpression, place: Reached, into: Gathering): boolean {
  const { code, from, depth } = place
  const reading = readAssertion(call, code)
  if (reading?.kind === 'assertion') {
    if (!isSwallowed(reading.assertion.node, code)) into.asserted.push(asserted(reading.assertion, place))
    return true
  }
  // A test within the test is read for itself.
  if (/\.(test|it)$/.test(code.text.slice(call.callee.start, call.callee.end))) return true
  if (depth >= deepest || code.isPlain) return false
  const below = { ...place, depth: depth + 1, from: from ?? written(call, code) }
  for (const argument of call.arguments) {
    const fn = isFunction(bare(argument)) ? null : definedBy(argument, code, into.tree)
    if (fn !== null && isFunction(fn.node) && fn.node.body !== null)
      gather(fn.node.body, { ...below, code: fn.code }, into)
  }
  const fn = definedBy(call.callee, code, into.tree)
  if (fn === null || !isFunction(fn.node) || fn.node.body === null) return false
  const given = withArguments(call, fn.node.params, fn.code, place)
  if (!isSwallowed(call, code)) gather(fn.node.body, { ...below, row: given, code: fn.code }, into)
  return false
}

/** A helper says what it says of the arguments that it is called with. */
function withArguments(call: CallExpression, parameters: readonly Node[], its: TestCode, { row, code }: Reached): Row {
  const own = new Map(row)
  for (const [at, parameter] of parameters.entries()) {
    const argument = call.arguments[at]
    const binding = its.of(parameter.type === 'AssignmentPattern' ? parameter.left : parameter)
    if (binding !== null && argument !== undefined) own.set(binding, meaningOf(argument, row, code))
  }
  return own
}

function asserted(
  { node, subject, words, isNegated, family, expected }: Assertion,
  { row, isConditional, from, code }: Reached,
): Asserted {
  const [about, against] = sidesOf(subject, family, words, expected)
  const [of, wanted] = [
    about === null ? '' : meaningOf(bare(about), row, code),
    against.map((side) => meaningOf(bare(side), row, code)),
  ]
  const sides = [...(about === null ? [] : [about]), ...against]
  return {
    text: from === null ? written(node, code) : `${from}: ${written(node, code)}`,
    isCalled: from !== null,
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
