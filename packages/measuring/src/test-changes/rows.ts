/** The rows of a table or a list that stands in the file, as what the names of a function or a loop stand for. */
import type { CallExpression, Node } from 'oxc-parser'
import type { Binding } from '../asserted/bindings.ts'
import type { TestCode } from '../asserted/test-code.ts'
import { bare, type FunctionNode } from '../asserted/tree.ts'
import { isOnlyRead } from './elements.ts'
import { meaningOf, type Row } from './meaning.ts'

const mostRows = 500

/** Rows of `test.each(table)(name, run)`, and of a test in a loop over a list; null: another kind of test, or rows that are not known. */
export function rowsOfTest(test: CallExpression, run: FunctionNode, code: TestCode): readonly Row[] | null {
  const callee = bare(test.callee)
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return loopAround(test, code)
  const { property } = callee.callee
  const [table] = callee.arguments
  if (table === undefined || property.type !== 'Identifier' || !/^(each|for)$/.test(property.name)) return null
  const elements = elementsOf(table, code)
  const [first] = run.params
  if (elements === null) return null
  return elements.map((element) => {
    const row = new Map<Binding, string>()
    const isSpread = property.name === 'each' && element.type === 'ArrayExpression'
    if (isSpread) {
      for (const [at, parameter] of run.params.entries()) bind(parameter, element.elements[at] ?? null, code, row)
    } else if (first !== undefined) bind(first, element, code, row)
    return row
  })
}

/** `for (const each of list) test(…)` */
function loopAround(test: CallExpression, code: TestCode): readonly Row[] | null {
  for (let at = code.parents.get(test); at !== undefined; at = code.parents.get(at)) {
    if (at.type !== 'ForOfStatement' || at.left.type !== 'VariableDeclaration') continue
    const [declared] = at.left.declarations
    return declared === undefined ? null : rowsOfList(at.right, declared.id, code)
  }
  return null
}

/** Rows of a loop over a list, whose elements go by `name`; null: not known. */
export function rowsOfList(list: Node, name: Node, code: TestCode): readonly Row[] | null {
  return (
    elementsOf(list, code)?.map((element) => {
      const row = new Map<Binding, string>()
      bind(name, element, code, row)
      return row
    }) ?? null
  )
}

function elementsOf(list: Node, code: TestCode): readonly Node[] | null {
  const value = bare(list)
  if (value.type === 'Identifier') {
    const binding = code.of(value)
    if (binding?.origin.kind !== 'value' || binding.origin.isPart || !isOnlyRead(binding, code)) return null
    return bare(binding.origin.value).type === 'ArrayExpression' ? elementsOf(binding.origin.value, code) : null
  }
  if (value.type !== 'ArrayExpression' || value.elements.length > mostRows) return null
  const elements = value.elements.flatMap((each) =>
    each === null || each.type === 'SpreadElement' ? [] : [bare(each)],
  )
  return elements.length === value.elements.length ? elements : null
}

function bind(pattern: Node, value: Node | null, code: TestCode, row: Map<Binding, string>): void {
  if (value === null) return
  if (pattern.type === 'Identifier') {
    const binding = code.of(pattern)
    if (binding !== null) row.set(binding, meaningOf(value, new Map(), code))
  } else if (pattern.type === 'ArrayPattern' && value.type === 'ArrayExpression') {
    for (const [at, each] of pattern.elements.entries()) {
      if (each !== null) bind(each, value.elements[at] ?? null, code, row)
    }
  } else if (pattern.type === 'ObjectPattern' && value.type === 'ObjectExpression') {
    for (const each of pattern.properties) {
      if (each.type === 'Property' && each.key.type === 'Identifier')
        bind(each.value, valueAt(value, each.key.name), code, row)
    }
  }
}

function valueAt(object: Extract<Node, { type: 'ObjectExpression' }>, name: string): Node | null {
  const found = object.properties.find(
    (each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name,
  )
  return found?.type === 'Property' ? found.value : null
}
