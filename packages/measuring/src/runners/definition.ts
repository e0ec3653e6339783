/** The parts of a test's definition that say what the test asks for. */
import type { CallExpression, Expression } from 'oxc-parser'
import { meaningOf } from '../syntax/meaning.ts'
import { callAt } from './focus.ts'

/** What a test says, in which layout is no difference. */
export interface Definition {
  /** The whole call, but for the table of `test.each(…)` and its like. */
  readonly text: string
  /** Rows of that table; none where there is no table. */
  readonly rows: readonly string[]
}

/** The definition of the test that the runner reports at that place; null when none is there. */
export function definitionOf(file: string, text: string, line: number, column: number): Definition | null {
  const call = callAt(file, text, line, column)
  if (call === null) return null
  const table = tableOf(call)
  return { text: meaningOf(call, table), rows: table === null ? [] : rowsOf(table, text) }
}

/** A table may grow, for its new rows are tests of their own; what was in it must still be there. */
export function isKept(before: Definition | null, now: Definition | null): boolean {
  if (before === null || now === null) return before === now
  return before.text === now.text && before.rows.every((row) => now.rows.includes(row))
}

/** `table` of `test.each(table)(name, run)` and of `` test.each`table`(name, run) ``. */
function tableOf({ callee }: CallExpression): Expression | null {
  if (callee.type === 'TaggedTemplateExpression') return isEach(callee.tag) ? callee.quasi : null
  if (callee.type !== 'CallExpression' || !isEach(callee.callee)) return null
  const [table] = callee.arguments
  return table === undefined || table.type === 'SpreadElement' ? null : table
}

const isEach = (expression: Expression | CallExpression['callee']): boolean =>
  expression.type === 'MemberExpression' &&
  !expression.computed &&
  (expression.property.name === 'each' || expression.property.name === 'for')

function rowsOf(table: Expression, text: string): readonly string[] {
  if (table.type === 'TSAsExpression' || table.type === 'TSSatisfiesExpression') return rowsOf(table.expression, text)
  if (table.type === 'ArrayExpression') return table.elements.map((row) => (row === null ? '' : meaningOf(row)))
  if (table.type !== 'TemplateLiteral') return [meaningOf(table)]
  return text
    .slice(table.start + 1, table.end - 1)
    .split('\n')
    .map((row) => row.replace(/\s+/g, ' ').trim())
}
