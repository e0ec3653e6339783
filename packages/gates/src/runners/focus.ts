import { type CallExpression, type Expression, Visitor } from 'oxc-parser'
import { lineOf, offsetOf, parse } from '../syntax.ts'

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

/** The text of the call that defines a test, found by the place the runner reports; null when it is not there. */
export function definitionAt(file: string, text: string, line: number, column: number): string | null {
  if (line === 0) return null
  const offset = offsetOf(text, line, column)
  let found: CallExpression | null = null
  visitCalls(file, text, (call) => {
    // Runners report where the call begins, or its parenthesis.
    const covers = call.callee.start <= offset && offset <= call.callee.end
    if (covers && (found === null || call.end - call.start < found.end - found.start)) found = call
  })
  return textOf(found, text)
}

const textOf = (call: CallExpression | null, text: string): string | null =>
  call === null ? null : text.slice(call.start, call.end)

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
