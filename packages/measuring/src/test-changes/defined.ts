/** What a name of a test stands for, in its own file or in another one of the tests. */
import type { Node } from 'oxc-parser'
import { requiredBy } from '../asserted/assertions.ts'
import type { Binding } from '../asserted/bindings.ts'
import type { TestCode } from '../asserted/test-code.ts'
import { bare, isFunction } from '../asserted/tree.ts'
import type { TestTree } from './test-tree.ts'

export interface Defined {
  readonly node: Node
  /** The file that it stands in. */
  readonly code: TestCode
}

const deepest = 12

/** A function or an object; null: it is neither, or nobody can tell. */
export function definedBy(node: Node, code: TestCode, tree: TestTree, depth = 0): Defined | null {
  if (depth > deepest) return null
  const value = bare(node)
  if (isFunction(value) || value.type === 'ObjectExpression') return { node: value, code }
  const required = requiredBy(value, code)
  if (value.type === 'CallExpression')
    return required === null ? null : exported(required, 'default', code, tree, depth)
  if (value.type === 'MemberExpression') {
    const name = nameOf(value.property, value.computed)
    return name === null ? null : memberOf(value.object, name, code, tree, depth)
  }
  const binding = code.of(value)
  return binding === null || binding.writes.length > 0 ? null : boundTo(binding, code, tree, depth)
}

function boundTo({ origin }: Binding, code: TestCode, tree: TestTree, depth: number): Defined | null {
  switch (origin.kind) {
    case 'function':
      return { node: origin.node, code }
    case 'import':
      return exported(origin.from, origin.name, code, tree, depth)
    case 'value': {
      if (!origin.isPart) return definedBy(origin.value, code, tree, depth + 1)
      const [, name] = /^\.(\w+)$/.exec(origin.path) ?? []
      return name === undefined ? null : memberOf(origin.value, name, code, tree, depth)
    }
    default:
      return null
  }
}

/** Of an object that is written down, or of all that a file offers. */
function memberOf(object: Node, name: string, code: TestCode, tree: TestTree, depth: number): Defined | null {
  const value = bare(object)
  const binding = code.of(value)
  const required =
    requiredBy(value, code) ??
    (binding?.origin.kind === 'value' && !binding.origin.isPart ? requiredBy(binding.origin.value, code) : null)
  if (required !== null && value.type !== 'MemberExpression') return exported(required, name, code, tree, depth)
  if (binding?.origin.kind === 'import' && binding.origin.name === '*')
    return exported(binding.origin.from, name, code, tree, depth)
  const whole = definedBy(value, code, tree, depth + 1)
  return whole === null ? null : propertyOf(whole, name, tree, depth)
}

function propertyOf({ node, code }: Defined, name: string, tree: TestTree, depth: number): Defined | null {
  if (node.type !== 'ObjectExpression') return null
  const found = node.properties.find((each) => each.type === 'Property' && nameOf(each.key, each.computed) === name)
  return found?.type === 'Property' ? definedBy(found.value, code, tree, depth + 1) : null
}

function exported(from: string, name: string, by: TestCode, tree: TestTree, depth: number): Defined | null {
  if (!from.startsWith('.')) return null
  const found = tree.find(from, by.file)
  if (typeof found === 'string') return null
  const code = { ...found, effort: by.effort }
  const { program } = code
  for (const node of program.type === 'Program' ? program.body : []) {
    const offered = offeredBy(node, name, code, tree, depth + 1)
    if (offered !== null) return offered
  }
  return null
}

function offeredBy(node: Node, name: string, code: TestCode, tree: TestTree, depth: number): Defined | null {
  if (depth > deepest) return null
  if (node.type === 'ExportDefaultDeclaration')
    return name === 'default' ? definedBy(node.declaration, code, tree, depth) : null
  if (node.type === 'ExportAllDeclaration')
    return node.exported === null ? exported(node.source.value, name, code, tree, depth) : null
  if (node.type === 'ExportNamedDeclaration') {
    for (const each of node.specifiers) {
      if (nameOf(each.exported) !== name) continue
      const local = nameOf(each.local) ?? ''
      return node.source === null
        ? definedBy(each.local, code, tree, depth)
        : exported(node.source.value, local, code, tree, depth)
    }
    return node.declaration === null ? null : declaredIn(node.declaration, name, code, tree, depth)
  }
  if (node.type === 'ExpressionStatement') return assigned(node.expression, name, code, tree, depth)
  return node.type === 'VariableDeclaration' ? declaredIn(node, name, code, tree, depth, true) : null
}

/** `isRequired`: in `const makes = exports.makes = …` only what is offered as well counts. */
function declaredIn(
  node: Node,
  name: string,
  code: TestCode,
  tree: TestTree,
  depth: number,
  isRequired = false,
): Defined | null {
  if (node.type === 'FunctionDeclaration') return node.id?.name === name ? { node, code } : null
  if (node.type !== 'VariableDeclaration') return null
  for (const { id, init } of node.declarations) {
    if (init === null) continue
    if (isRequired) {
      const offered = assigned(init, name, code, tree, depth)
      if (offered !== null) return offered
    } else if (id.type === 'Identifier' && id.name === name) return definedBy(id, code, tree, depth)
  }
  return null
}

/** `exports.name = …`, `module.exports.name = …`, `module.exports = …` */
function assigned(node: Node, name: string, code: TestCode, tree: TestTree, depth: number): Defined | null {
  const value = bare(node)
  if (value.type !== 'AssignmentExpression' || value.operator !== '=') return null
  const to = code.text.slice(value.left.start, value.left.end)
  const right = bare(value.right)
  const last = right.type === 'AssignmentExpression' ? right.right : right
  if (to === `exports.${name}` || to === `module.exports.${name}`) return definedBy(last, code, tree, depth)
  if (to !== 'module.exports') return assigned(right, name, code, tree, depth)
  const whole = definedBy(last, code, tree, depth)
  return whole === null || name === 'default' ? whole : propertyOf(whole, name, tree, depth)
}

function nameOf(node: Node, isComputed = false): string | null {
  if (node.type === 'Identifier' && !isComputed) return node.name
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}
