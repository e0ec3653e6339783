import { type CallExpression, type Expression, Visitor } from 'oxc-parser'
import { chainOf, optionsOf } from '../asserted/tree.ts'
import { lineOf, offsetOf, parse } from '../syntax/syntax.ts'

const testers = new Set(['test', 'it', 'describe', 'suite'])

/** Lines with `test.only(…)` or `test(…, { only: true })`: read from the source, for a run without `--test-only` hides them. */
export function focusIn(file: string, text: string): readonly number[] {
  if (!text.includes('only')) return []
  return callsIn(file, text)
    .filter((call) => isFocused(call, text))
    .map(({ start }) => lineOf(text, start))
}

const jestTesters = new Set([...testers, 'fit', 'xit', 'xtest', 'fdescribe', 'xdescribe'])

/** Does loading the file define tests? Calls in functions that it only offers do not count. */
export function definesTests(file: string, text: string): boolean {
  let depth = 0
  let found = false
  const enter = (): void => void depth++
  const leave = (): void => void depth--
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression: ({ callee }) => {
      if (depth === 0 && jestTesters.has(rootOf(callee)) && !prepares(callee)) found = true
    },
  }).visit(parse(file, text).program)
  return found
}

/** `test.extend(fixtures)` and its like are for the tests of other files. */
const prepares = (callee: CallExpression['callee']): boolean =>
  callee.type === 'MemberExpression' &&
  !callee.computed &&
  /^(extend|override|scoped|((before|after|around)(Each|All)))$/.test(callee.property.name)

/** `describe` of `describe.each(table)`. */
function rootOf(expression: Expression | CallExpression['callee']): string {
  const { root } = chainOf(expression)
  return root.type === 'Identifier' ? root.name : ''
}

/** The text of the call that defines a test, found by the place the runner reports; null when it is not there. */
export function definitionAt(file: string, text: string, line: number, column: number): string | null {
  const call = callAt(file, text, line, column)
  return call === null ? null : text.slice(call.start, call.end)
}

/** The call that defines a test, found in the same way. */
export const callAt = (file: string, text: string, line: number, column: number): CallExpression | null =>
  line === 0 ? null : innermostAt(callsIn(file, text), offsetOf(text, line, column))

/** The call that is named at an offset: runners report where it begins, or its parenthesis. */
export function innermostAt(calls: readonly CallExpression[], offset: number): CallExpression | null {
  const [first] = calls
    .filter(({ callee }) => callee.start <= offset && offset <= callee.end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))
  return first ?? null
}

function callsIn(file: string, text: string): readonly CallExpression[] {
  const calls: CallExpression[] = []
  new Visitor({ CallExpression: (call) => void calls.push(call) }).visit(parse(file, text).program)
  return calls
}

function isFocused(call: CallExpression, text: string): boolean {
  const { callee } = call
  if (callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'only') {
    return isTester(callee.object)
  }
  return isTester(callee) && optionsOf(call, text).includes('only')
}

/** `test`, `t.test`, `nodeTest.describe`. */
function isTester(expression: Expression | CallExpression['callee']): boolean {
  if (expression.type === 'Identifier') return testers.has(expression.name)
  return expression.type === 'MemberExpression' && !expression.computed && testers.has(expression.property.name)
}
