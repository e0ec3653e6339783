/** Finds the function or object that a name in a test stands for, in its own file or in another one of the tests. */
import type { Node } from 'oxc-parser'
import { requiredBy } from '../asserted/assertions.ts'
import type { Binding } from '../asserted/bindings.ts'
import type { TestCode } from '../asserted/test-code.ts'
import { bare, isFunction, keyName } from '../asserted/tree.ts'
import type { TestTree } from './test-tree.ts'

export interface Defined {
  readonly node: Node
  /** The file that the node stands in. */
  readonly code: TestCode
}

/** A search through names and files; it ends where too many steps lead on. */
interface Search {
  readonly code: TestCode
  readonly tree: TestTree
  readonly depth: number
}

const deepest = 12

/** A function or an object; null: the node stands for neither, or nobody can tell. */
export const definedBy = (node: Node, code: TestCode, tree: TestTree): Defined | null =>
  lookedUp(node, { code, tree, depth: 0 })

const further = (search: Search): Search => ({ ...search, depth: search.depth + 1 })

function lookedUp(node: Node, search: Search): Defined | null {
  const { code } = search
  if (search.depth > deepest) return null
  const value = bare(node)
  if (isFunction(value) || value.type === 'ObjectExpression') return { node: value, code }
  if (value.type === 'CallExpression') {
    const required = requiredBy(value, code)
    return required === null ? null : exported(required, 'default', search)
  }
  if (value.type === 'MemberExpression') {
    const name = keyName(value.property, value.computed)
    return name === null ? null : memberOf(value.object, name, search)
  }
  const binding = code.of(value)
  return binding === null || binding.writes.length > 0 ? null : boundTo(binding, search)
}

function boundTo({ origin }: Binding, search: Search): Defined | null {
  switch (origin.kind) {
    case 'function':
      return { node: origin.node, code: search.code }
    case 'import':
      return exported(origin.from, origin.name, search)
    case 'value': {
      if (!origin.isPart) return lookedUp(origin.value, further(search))
      const [, name] = /^\.(\w+)$/.exec(origin.path) ?? []
      return name === undefined ? null : memberOf(origin.value, name, search)
    }
    default:
      return null
  }
}

/** A member of an object that is written down, or of all that a file offers. */
function memberOf(object: Node, name: string, search: Search): Defined | null {
  const { code } = search
  const value = bare(object)
  const origin = code.of(value)?.origin
  const required =
    requiredBy(value, code) ?? (origin?.kind === 'value' && !origin.isPart ? requiredBy(origin.value, code) : null)
  if (required !== null && value.type !== 'MemberExpression') return exported(required, name, search)
  if (origin?.kind === 'import' && origin.name === '*') return exported(origin.from, name, search)
  const whole = lookedUp(value, further(search))
  return whole === null ? null : propertyOf(whole, name, search)
}

function propertyOf({ node, code }: Defined, name: string, search: Search): Defined | null {
  if (node.type !== 'ObjectExpression') return null
  const found = node.properties.find((each) => each.type === 'Property' && keyName(each.key, each.computed) === name)
  return found?.type === 'Property' ? lookedUp(found.value, further({ ...search, code })) : null
}

function exported(from: string, name: string, search: Search): Defined | null {
  const by = search.code
  const found = from.startsWith('.') ? search.tree.find(from, by.file) : 'unread'
  if (typeof found === 'string') return null
  const within = further({ ...search, code: { ...found, effort: by.effort } })
  if (within.depth > deepest) return null
  for (const node of found.program.type === 'Program' ? found.program.body : []) {
    const offered = offeredBy(node, name, within)
    if (offered !== null) return offered
  }
  return null
}

function offeredBy(node: Node, name: string, search: Search): Defined | null {
  if (node.type === 'ExportDefaultDeclaration') return name === 'default' ? lookedUp(node.declaration, search) : null
  if (node.type === 'ExportAllDeclaration')
    return node.exported === null ? exported(node.source.value, name, search) : null
  if (node.type === 'ExportNamedDeclaration') {
    const link = node.specifiers.find((each) => keyName(each.exported) === name)
    if (link === undefined) return node.declaration === null ? null : declaredIn(node.declaration, name, search)
    if (node.source === null) return lookedUp(link.local, search)
    return exported(node.source.value, keyName(link.local) ?? '', search)
  }
  if (node.type === 'ExpressionStatement') return assigned(node.expression, name, search)
  if (node.type !== 'VariableDeclaration') return null
  // In `const makes = exports.makes = …` only the exported name counts.
  const values = node.declarations.flatMap(({ init }) => init ?? [])
  return values.map((value) => assigned(value, name, search)).find((found) => found !== null) ?? null
}

function declaredIn(node: Node, name: string, search: Search): Defined | null {
  if (node.type === 'FunctionDeclaration') return node.id?.name === name ? { node, code: search.code } : null
  if (node.type !== 'VariableDeclaration') return null
  const found = node.declarations.find(({ id, init }) => init !== null && id.type === 'Identifier' && id.name === name)
  return found === undefined ? null : lookedUp(found.id, search)
}

/** `exports.name = …`, `module.exports.name = …`, `module.exports = …` */
function assigned(node: Node, name: string, search: Search): Defined | null {
  const value = bare(node)
  if (value.type !== 'AssignmentExpression' || value.operator !== '=') return null
  const to = search.code.text.slice(value.left.start, value.left.end)
  const right = bare(value.right)
  const last = right.type === 'AssignmentExpression' ? right.right : right
  if (to === `exports.${name}` || to === `module.exports.${name}`) return lookedUp(last, search)
  if (to !== 'module.exports') return assigned(right, name, search)
  const whole = lookedUp(last, search)
  return whole === null || name === 'default' ? whole : propertyOf(whole, name, search)
}
