/** Why a test proves nothing, read from its code: only what is certain is said, what is unknown counts as honest. */
import type { CallExpression, Node } from 'oxc-parser'
import { type Assertion, readAssertion } from '../asserted/assertions.ts'
import { type Constancy, isConstant } from '../asserted/constants.ts'
import { spend, type TestCode } from '../asserted/test-code.ts'
import { bodyOf, reachedFrom } from '../asserted/tested.ts'
import { bare, chainOf, isFunction, within } from '../asserted/tree.ts'
import { acceptsAnyError, isBareProof, isSwallowed } from './errors-accepted.ts'
import { isForegone, isPastEnd, isVoid, outcomeOf } from './foregone.ts'
import { type IsSourceImport, sideOf } from './reach.ts'

export type EmptyRule =
  | 'asserts-nothing'
  | 'asserts-constants'
  | 'ignores-result'
  | 'accepts-any-error'
  | 'compares-itself'

export interface Emptiness {
  readonly rule: EmptyRule
  /** The assertions that prove nothing, as written. */
  readonly assertions: readonly string[]
}

export interface Surroundings extends Constancy {
  readonly isSource: IsSourceImport
}

/** Null: this test asserts something, or nobody can tell. */
export function emptinessOf(test: CallExpression, code: TestCode, around: Surroundings): Emptiness | null {
  const body = bodyOf(test, code)
  if (body === null) return null
  const found = doingsOf(body, code, around)
  if (found === null) return null
  if (found.assertions.length === 0) return hooksAssert(code) ? null : { rule: 'asserts-nothing', assertions: [] }
  const judged = found.assertions.map((assertion) => judge(assertion, found, code, around))
  // An assertion that is not reached counts only beside others.
  if (judged.includes('sound') || judged.every((each) => each === 'unreached')) return null
  const assertions = found.assertions.map(({ node }) => code.text.slice(node.start, node.end))
  const has = (emptiness: (typeof judged)[number]): boolean => judged.includes(emptiness)
  if (has('any-error')) return { rule: 'accepts-any-error', assertions }
  if (has('itself')) return { rule: 'compares-itself', assertions }
  return { rule: found.callsSource ? 'ignores-result' : 'asserts-constants', assertions }
}

interface Doings {
  /** The function that the test runs. */
  readonly body: Node
  readonly assertions: readonly Assertion[]
  readonly callsSource: boolean
  /** Names of functions that the test calls. */
  readonly called: ReadonlySet<string>
}

/** Null: something in it may assert in ways of its own. */
function doingsOf(body: Node, code: TestCode, { isSource }: Surroundings): Doings | null {
  const assertions: Assertion[] = []
  const called = new Set<string>()
  let callsSource = false
  for (const root of reachedFrom(body, code)) {
    for (const node of within(root)) {
      if (!spend(code)) return null
      if (node.type === 'ThrowStatement' && !isAsserted(node, code)) return null
      if (node.type === 'YieldExpression' || node.type === 'Decorator') return null
      if (node.type === 'ForOfStatement' && node.await) return null
      // chai's `result.should.be.ok`
      if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier')
        if (node.property.name === 'should') return null
      if (node.type === 'ImportExpression' && sideOf(node, code, isSource) === 'unknown') return null
      if (node.type === 'TaggedTemplateExpression' || node.type === 'NewExpression') {
        const side = sideOf(node, code, isSource)
        if (side === 'unknown') return null
        callsSource ||= side === 'source'
      }
      if (node.type !== 'CallExpression') continue
      const reading = readAssertion(node, code)
      if (reading?.kind === 'assertion' && !isPastEnd(node, code)) assertions.push(reading.assertion)
      if (reading !== null || isSetting(node, body, code)) continue
      const side = sideOf(node.callee, code, isSource)
      if (side === 'unknown') return null
      callsSource ||= side === 'source'
      const callee = bare(node.callee)
      if (side === 'source') called.add(code.text.slice(callee.start, callee.end))
    }
  }
  return { body, assertions, callsSource, called }
}

const settings = new Set([
  'plan',
  'diagnostic',
  'after',
  'before',
  'afterEach',
  'beforeEach',
  'skip',
  'todo',
  'setTimeout',
])

/** `t.plan(1)`, `done()`: what a test is given and calls without asserting. */
function isSetting(call: CallExpression, body: Node, code: TestCode): boolean {
  const { root, names } = chainOf(call)
  const binding = code.of(root)
  if (binding === null || binding.origin.kind !== 'given' || binding.scope !== body) return false
  if (names.length === 0) {
    const isDirect = code.parents.get(call)?.type === 'ExpressionStatement' && isDirectly(call, body, code)
    return call.arguments.length === 0 && isDirect
  }
  const [first] = names
  return names.length === 1 && first !== null && first !== undefined && settings.has(first)
}

type Judged = 'sound' | 'unreached' | 'constant' | 'itself' | 'any-error'

function judge(assertion: Assertion, found: Doings, code: TestCode, around: Surroundings): Judged {
  const { body } = found
  if (isSwallowed(assertion.node, code)) return 'any-error'
  const { subject, expected, family, isNegated } = assertion
  const operands = [...(subject === null ? [] : [subject]), ...expected].map((each) => outcomeOf(each, code))
  if (operands.every((each) => isVoid(each) || isConstant(each, code, around))) {
    if (isDirectly(assertion.node, body, code)) return 'constant'
    return family === 'failure' && !isInFunction(assertion.node, body, code) ? 'unreached' : 'sound'
  }
  if (isTaken(assertion) && isDirectly(assertion.node, body, code)) return 'constant'
  if (family === 'error' && acceptsAnyError(assertion, code)) return 'any-error'
  if (isBareProof(assertion, code)) return 'any-error'
  if (family === 'comparison' && !isNegated && isSame(subject, expected[0])) return 'itself'
  return isBareName(assertion, found, code) ? 'constant' : 'sound'
}

/** `assert.ok(slug('a') || true)` */
function isTaken({ subject, words, family, isNegated }: Assertion): boolean {
  if (subject === null || isNegated) return false
  const isTruth = family === 'truth' ? words !== 'ifError' : /^(toBeTruthy|toBeDefined|ok|exist)$/.test(words)
  return isTruth && isForegone(subject, true)
}

function isSame(one: Node | null, other: Node | undefined): boolean {
  if (one === null || other === undefined) return false
  return one.type === 'Identifier' && other.type === 'Identifier' && one.name === other.name
}

/** `assert.ok(slug)` beside a call of `slug`: that there is such a function says nothing of what it does. */
function isBareName({ subject, words, expected }: Assertion, { called }: Doings, code: TestCode): boolean {
  if (subject === null) return false
  const value = bare(subject)
  const named = value.type === 'UnaryExpression' && value.operator === 'typeof' ? bare(value.argument) : value
  const isExistence =
    value !== named || /^(ok|assert|isTrue|toBeDefined|toBeTruthy|exist|toBeTypeOf|toBeInstanceOf|a|an)$/.test(words)
  const isPlain = expected.every(
    (each) => each.type === 'Literal' || code.text.slice(each.start, each.end) === 'Function',
  )
  return isExistence && isPlain && called.has(code.text.slice(named.start, named.end))
}

const branching = new Set([
  'IfStatement',
  'TryStatement',
  'CatchClause',
  'SwitchStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'LogicalExpression',
  'ConditionalExpression',
])

/** Run whenever the test is, at most once. */
function isDirectly(node: Node, body: Node, { parents }: TestCode): boolean {
  for (let at = parents.get(node); at !== undefined && at !== body; at = parents.get(at)) {
    if (branching.has(at.type) || isFunction(at)) return false
  }
  return true
}

/** In a function that the test hands on: who calls it is not known. */
function isInFunction(node: Node, body: Node, { parents }: TestCode): boolean {
  for (let at = parents.get(node); at !== undefined && at !== body; at = parents.get(at))
    if (isFunction(at)) return true
  return false
}

/** Part of what an assertion is about: `assert.throws(() => { throw error })`. */
function isAsserted(node: Node, code: TestCode): boolean {
  for (let at = code.parents.get(node); at !== undefined; at = code.parents.get(at)) {
    if (at.type === 'CallExpression' && readAssertion(at, code) !== null) return true
  }
  return false
}

const hooks = /^(before|after|around|setup|teardown|on)/

/** A hook that runs with each test may assert for it. */
function hooksAssert(code: TestCode): boolean {
  return code.calls.some((call) => {
    const { root, names } = chainOf(call)
    const name = names.at(-1) ?? (root.type === 'Identifier' ? root.name : null)
    if (name === null || !hooks.test(name)) return false
    return call.arguments.some((each) => {
      for (const inner of within(each, () => spend(code))) {
        if (inner.type === 'CallExpression' && readAssertion(inner, code) !== null) return true
      }
      return code.effort.left <= 0
    })
  })
}
