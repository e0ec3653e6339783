/** Walking a syntax tree without saying what each of its nodes is made of. */
import {
  type ArrowFunctionExpression,
  type CallExpression,
  type Function as DeclaredFunction,
  type Node,
  visitorKeys,
} from 'oxc-parser'

export type { Node } from 'oxc-parser'

export function childrenOf(node: Node): readonly Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key): readonly Node[] => {
    const value: unknown = Reflect.get(node, key)
    return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
  })
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The node and all below it, outermost first; `enter` says whether to go below a node. */
export function* within(node: Node, enter: (node: Node) => boolean = () => true): Generator<Node> {
  yield node
  if (!enter(node)) return
  for (const child of childrenOf(node)) yield* within(child, enter)
}

export type FunctionNode = DeclaredFunction | ArrowFunctionExpression

export const isFunction = (node: Node): node is FunctionNode =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'

/** The expression without parentheses, `await`, `!` and types. */
export function bare(node: Node): Node {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return bare(node.expression)
    case 'AwaitExpression':
      return bare(node.argument)
    default:
      return node
  }
}

/** Names of `a.b['c'].d()` from the root on; null where one is computed. The root itself need not be a name. */
export function chainOf(node: Node): { readonly root: Node; readonly names: readonly (string | null)[] } {
  const names: (string | null)[] = []
  let at = bare(node)
  for (;;) {
    if (at.type === 'MemberExpression') {
      names.unshift(propertyName(at))
      at = bare(at.object)
    } else if (at.type === 'CallExpression' || at.type === 'NewExpression') at = bare(at.callee)
    else if (at.type === 'TaggedTemplateExpression') at = bare(at.tag)
    else return { root: at, names }
  }
}

function propertyName(node: Extract<Node, { type: 'MemberExpression' }>): string | null {
  const { property } = node
  if (!node.computed) return property.type === 'Identifier' ? property.name : null
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null
}

/** Options that a call is given: `skip` of `{ skip: true }`. */
export function optionsOf(call: CallExpression, text: string): readonly string[] {
  return call.arguments.flatMap((each) => {
    if (each.type !== 'ObjectExpression') return []
    return each.properties.flatMap((property) => {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
      const isOff = property.value.type === 'Literal' && property.value.value === false
      return isOff || text.slice(property.value.start, property.value.end) === 'undefined' ? [] : [property.key.name]
    })
  })
}

/** Is this node the outer one, or within it? */
export function isInside(node: Node, outer: Node, parents: ReadonlyMap<Node, Node>): boolean {
  for (let at: Node | undefined = node; at !== undefined; at = parents.get(at)) if (at === outer) return true
  return false
}

/** As a name, or written out as a text or a number; null: it is computed. */
export function keyName(key: Node, isComputed = false): string | null {
  if (key.type === 'Identifier') return isComputed ? null : key.name
  return key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')
    ? String(key.value)
    : null
}
