import { type CallExpression, type Expression, Visitor } from 'oxc-parser'
import { lineOf, offsetOf, parse } from '../syntax/syntax.ts'

const testers = new Set(['test', 'it', 'describe', 'suite'])

/** Lines with `test.only(…)` or `test(…, { only: true })`: read from the source, for a run without `--test-only` hides them. */
export function focusIn(file: string, text: string): readonly number[] {
  if (!text.includes('only')) return []
  const lines: number[] = []
  visitCalls(file, text, (call) => {
    if (isFocused(call)) lines.push(lineOf(text, call.start))
  })
  return lines
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
  if (expression.type === 'Identifier') return expression.name
  if (expression.type === 'CallExpression') return rootOf(expression.callee)
  if (expression.type === 'MemberExpression') return rootOf(expression.object)
  if (expression.type === 'TaggedTemplateExpression') return rootOf(expression.tag)
  return ''
}

/** The text of the call that defines a test, found by the place the runner reports; null when it is not there. */
export function definitionAt(file: string, text: string, line: number, column: number): string | null {
  const call = callAt(file, text, line, column)
  return call === null ? null : text.slice(call.start, call.end)
}

/** That call itself. */
export function callAt(file: string, text: string, line: number, column: number): CallExpression | null {
  if (line === 0) return null
  const offset = offsetOf(text, line, column)
  let found: CallExpression | null = null
  visitCalls(file, text, (call) => {
    // Runners report where the call begins, or its parenthesis.
    const covers = call.callee.start <= offset && offset <= call.callee.end
    if (covers && (found === null || call.end - call.start < found.end - found.start)) found = call
  })
  return found
}

function visitCalls(file: string, text: string, see: (call: CallExpression) => void): void {
  new Visitor({ CallExpression: see }).visit(parse(file, text).program)
}

function isFocused({ callee, arguments: given }: CallExpression): boolean {
  if (callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'only') {
    return isTester(callee.object)
  }
  if (!isTester(callee)) return false
  return given.some(
    (each) =>
      each.type === 'ObjectExpression' &&
      each.properties.some(
        (property) =>
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          property.key.name === 'only' &&
          !(property.value.type === 'Literal' && property.value.value === false),
      ),
  )
}

/** `test`, `t.test`, `nodeTest.describe`. */
function isTester(expression: Expression | CallExpression['callee']): boolean {
  if (expression.type === 'Identifier') return testers.has(expression.name)
  return expression.type === 'MemberExpression' && !expression.computed && testers.has(expression.property.name)
}
