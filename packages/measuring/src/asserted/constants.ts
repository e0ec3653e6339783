/**
 * Tells values that are the same whatever the code under test does: only those that provably derive from constants. A name
 * that is written again, an object that is handed to other code and a global that may be patched are not constant.
 */
import type { Node } from 'oxc-parser'
import { readAssertion } from './assertions.ts'
import type { Binding } from './bindings.ts'
import { spend, type TestCode } from './test-code.ts'
import { bare, isFunction, isInside, within } from './tree.ts'

export interface Constancy {
  /** No code of the project patches the language's built-ins, so `'a'.concat('b')` is known. */
  readonly plainLanguage: boolean
}

const values = new Set(['undefined', 'NaN', 'Infinity'])
const builtIns = new Set(
  'Array Boolean Error JSON Map Math Number Object Promise RangeError RegExp Set String Symbol SyntaxError TypeError BigInt'.split(
    ' ',
  ),
)
const methods = new Set(
  [String.prototype, Array.prototype, Number.prototype, RegExp.prototype]
    .flatMap((each) => Object.getOwnPropertyNames(each))
    .filter((name) => name !== 'constructor'),
)

export function isConstant(
  node: Node,
  code: TestCode,
  given: Constancy,
  open: ReadonlySet<Binding> = new Set(),
): boolean {
  if (!spend(code)) return false
  const also = (each: Node | null): boolean => each === null || isConstant(each, code, given, open)
  const value = bare(node)
  switch (value.type) {
    case 'Literal':
      return true
    case 'TemplateLiteral':
      return value.expressions.every(also)
    case 'Identifier':
      return isConstantName(value, code, given, open)
    case 'UnaryExpression':
      return value.operator !== 'delete' && also(value.argument)
    case 'BinaryExpression':
    case 'LogicalExpression':
      return also(value.left) && also(value.right)
    case 'ConditionalExpression':
      return also(value.test) && also(value.consequent) && also(value.alternate)
    case 'SequenceExpression':
      return value.expressions.every(also)
    case 'ArrayExpression':
      return value.elements.every(also)
    case 'ObjectExpression':
      return value.properties.every((each) =>
        each.type === 'Property' ? (!each.computed || also(each.key)) && also(each.value) : also(each.argument),
      )
    case 'SpreadElement':
      return also(value.argument)
    case 'MemberExpression':
      return also(value.object) && (!value.computed || also(value.property)) && (given.plainLanguage || value.computed)
    case 'NewExpression':
      return value.callee.type === 'Identifier' && isBuiltIn(value.callee, code) && value.arguments.every(also)
    case 'CallExpression':
      return isConstantCall(value, code, given, open)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return isClosed(value, code, given, open)
    default:
      return false
  }
}

function isConstantName(
  name: Extract<Node, { type: 'Identifier' }>,
  code: TestCode,
  given: Constancy,
  open: ReadonlySet<Binding>,
): boolean {
  const binding = code.of(name)
  if (binding === null) return values.has(name.name) || (given.plainLanguage && builtIns.has(name.name))
  const { origin } = binding
  if (binding.writes.length > 0 || open.has(binding)) return false
  if (origin.kind === 'nothing') return true
  if (origin.kind === 'function') return isClosed(origin.node, code, given, new Set([...open, binding]))
  if (origin.kind !== 'value' || !isConstant(origin.value, code, given, new Set([...open, binding]))) return false
  return isPrimitive(origin.value) ? true : binding.uses.every((use) => isOnlyAsserted(use, code))
}

const isPrimitive = (node: Node): boolean => {
  const value = bare(node)
  if (value.type === 'Literal') return !(value.value instanceof RegExp)
  return isFunction(value) || ['TemplateLiteral', 'UnaryExpression', 'BinaryExpression'].includes(value.type)
}

/** An object that is handed to anything but an assertion may come back as another: `sort(list)`. */
function isOnlyAsserted(use: Node, code: TestCode): boolean {
  let at = use
  for (let parent = code.parents.get(at); parent !== undefined; parent = code.parents.get(at)) {
    if (parent.type === 'MemberExpression' && parent.object === at) at = parent
    else if (parent.type === 'CallExpression') {
      return parent.arguments.some((each) => each === at) && readAssertion(parent, code)?.kind !== undefined
    } else return false
  }
  return false
}

const isBuiltIn = (name: Extract<Node, { type: 'Identifier' }>, code: TestCode): boolean =>
  code.of(name) === null && builtIns.has(name.name)

function isConstantCall(
  call: Extract<Node, { type: 'CallExpression' }>,
  code: TestCode,
  given: Constancy,
  open: ReadonlySet<Binding>,
): boolean {
  if (!call.arguments.every((each) => isConstant(each, code, given, open))) return false
  const callee = bare(call.callee)
  if (callee.type === 'Identifier') {
    const binding = code.of(callee)
    if (binding === null) return given.plainLanguage && builtIns.has(callee.name)
    return isFunctionOfFile(binding) && isConstantName(callee, code, given, open)
  }
  if (isFunction(callee)) return isClosed(callee, code, given, open)
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return false
  if (!given.plainLanguage || callee.property.name === 'random') return false
  const owner = bare(callee.object)
  if (owner.type === 'Identifier' && isBuiltIn(owner, code)) return true
  return methods.has(callee.property.name) && isConstant(owner, code, given, open)
}

const isFunctionOfFile = ({ origin }: Binding): boolean =>
  origin.kind === 'function' || (origin.kind === 'value' && !origin.isPart && isFunction(bare(origin.value)))

/** A function in which nothing from outside of it is anything but constant. */
function isClosed(fn: Node, code: TestCode, given: Constancy, open: ReadonlySet<Binding>): boolean {
  for (const node of within(fn)) {
    if (!spend(code)) return false
    if (
      ['ImportExpression', 'ThisExpression', 'MetaProperty', 'TaggedTemplateExpression', 'JSXElement'].includes(
        node.type,
      )
    )
      return false
    if (node.type !== 'Identifier') continue
    const binding = code.of(node)
    const isOwn = binding !== null && (isInside(binding.scope, fn, code.parents) || open.has(binding))
    if (!isOwn && isName(node, code) && !isConstantName(node, code, given, open)) return false
  }
  return true
}

/** Not the name of a property. */
function isName(node: Node, { parents }: TestCode): boolean {
  const parent = parents.get(node)
  if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed
  return !(parent?.type === 'Property' && parent.key === node && parent.value !== node && !parent.computed)
}
