/** Assertions that any error satisfies, the interface's own "not implemented" among them. */
import type { Node } from 'oxc-parser'
import type { Assertion } from '../asserted/assertions.ts'
import { spend, type TestCode } from '../asserted/test-code.ts'
import { bare, within } from '../asserted/tree.ts'

/** `throws` and its like that do not say which error. */
export function acceptsAnyError({ isNegated, expected, words }: Assertion, code: TestCode): boolean {
  if (isNegated) return false
  const settled = /^(rejects)\.(?!toThrow)(\w+)/.exec(words)
  if (settled !== null)
    return (
      /^(toBeDefined|toBeTruthy|toBeInstanceOf)$/.test(settled[2] ?? '') &&
      expected.every((each) => saysNothing(each, code))
    )
  // `to.throw().with.property('code', 'X')`
  if (/throws?\.\w/i.test(words) || /Snapshot/.test(words)) return false
  return expected.every((each) => saysNothing(each, code))
}

function saysNothing(node: Node, code: TestCode): boolean {
  const value = bare(node)
  if (value.type === 'Identifier') return ['Error', 'undefined'].includes(value.name) && code.of(value) === null
  if (value.type === 'ObjectExpression') return value.properties.length === 0
  if (value.type !== 'Literal') return false
  if (value.value === '' || value.value === null) return !(value.value === null && 'regex' in value)
  return value.value instanceof RegExp && ['.', '.*', '.+', '', '(?:)', '^'].includes(value.value.source)
}

/** `assert.ok(error)` in a `catch`. */
export function isBareProof({ subject, words, expected }: Assertion, code: TestCode): boolean {
  const value = subject === null ? null : bare(subject)
  const isClass =
    value?.type === 'BinaryExpression' && value.operator === 'instanceof' && saysNothing(value.right, code)
  const tested = isClass ? value.left : value
  if (tested?.type !== 'Identifier') return false
  const origin = code.of(tested)?.origin
  if (origin?.kind !== 'given' || origin.by.type !== 'CatchClause') return false
  return (
    /^(ok|toBeDefined|toBeTruthy|toBeInstanceOf|instanceOf|exist|isDefined)$/.test(words) &&
    expected.every((each) => saysNothing(each, code))
  )
}

/** In a `try` whose errors, those of assertions too, are let go. */
export function isSwallowed(node: Node, code: TestCode): boolean {
  let at = node
  for (let parent = code.parents.get(at); parent !== undefined; parent = code.parents.get(at)) {
    if (
      parent.type === 'TryStatement' &&
      parent.block === at &&
      parent.handler !== null &&
      letsGo(parent.handler, code)
    )
      return true
    at = parent
  }
  return false
}

/** A handler that does nothing with the error but to log it. */
function letsGo(handler: Extract<Node, { type: 'CatchClause' }>, code: TestCode): boolean {
  for (const node of within(handler.body)) {
    if (!spend(code)) return false
    if (node.type === 'ThrowStatement' || node.type === 'AssignmentExpression' || node.type === 'ReturnStatement')
      return false
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const callee = bare(node.callee)
      const isLog =
        callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'console'
      if (!isLog) return false
    }
  }
  return true
}
