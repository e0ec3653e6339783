/** Finds the declaration that each name in a file refers to. */
import type { Node } from 'oxc-parser'
import { bare, childrenOf, type FunctionNode, isFunction } from './tree.ts'

export interface Binding {
  readonly name: string
  readonly scope: Node
  readonly origin: Origin
  /** Values assigned after the declaration; null for an update (`x++`) or a pattern. */
  readonly writes: (Node | null)[]
  /** Places where the name is read. */
  readonly uses: Node[]
}

export type Origin =
  | { readonly kind: 'import'; readonly from: string; readonly name: string }
  /** `isPart`: taken out of the value by a pattern, at `path`, e.g. `.a[0]`. */
  | { readonly kind: 'value'; readonly value: Node; readonly isPart: boolean; readonly path: string }
  /** Declared without a value. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'function'; readonly node: FunctionNode }
  | { readonly kind: 'class'; readonly node: Node }
  /** A parameter, what a loop gives, a caught error. */
  | { readonly kind: 'given'; readonly by: Node }

export interface Bindings {
  readonly parents: ReadonlyMap<Node, Node>
  /** Null: a global. */
  of(reference: Node): Binding | null
  /** What a name means at a place; null: a global. */
  named(name: string, at: Node): Binding | null
}

export function bindingsOf(program: Node): Bindings {
  const parents = new Map<Node, Node>()
  const scopes = new Map<Node, Map<string, Binding>>()
  const nodes = collect(program, parents)
  const declare = (name: string, scope: Node, origin: Origin): void => {
    const names = scopes.get(scope) ?? new Map<string, Binding>()
    scopes.set(scope, names)
    // A name declared twice (an overload, a double) could be either, so its origin is not known.
    const known = names.get(name)
    names.set(name, { name, scope, origin: known === undefined ? origin : { kind: 'nothing' }, writes: [], uses: [] })
    if (known !== undefined) names.get(name)?.writes.push(null)
  }
  for (const node of nodes) declarations(node, parents, declare)
  const named = (name: string, place: Node): Binding | null => {
    for (let at: Node | undefined = place; at !== undefined; at = parents.get(at)) {
      const found = scopes.get(at)?.get(name)
      if (found !== undefined) return found
    }
    return null
  }
  const of = (reference: Node): Binding | null =>
    reference.type === 'Identifier' ? named(reference.name, reference) : null
  for (const node of nodes) {
    if (node.type === 'AssignmentExpression') {
      const target = bare(node.left)
      if (target.type === 'Identifier') of(target)?.writes.push(node.operator === '=' ? node.right : null)
      else for (const name of namesIn(node.left)) of(name)?.writes.push(null)
    } else if (node.type === 'UpdateExpression') of(bare(node.argument))?.writes.push(null)
    else if (
      (node.type === 'ForOfStatement' || node.type === 'ForInStatement') &&
      node.left.type !== 'VariableDeclaration'
    )
      for (const name of namesIn(node.left)) of(name)?.writes.push(null)
    else if (isReference(node, parents.get(node))) of(node)?.uses.push(node)
  }
  return { parents, of, named }
}

function collect(program: Node, parents: Map<Node, Node>): readonly Node[] {
  const nodes: Node[] = []
  const visit = (node: Node): void => {
    nodes.push(node)
    for (const child of childrenOf(node)) {
      parents.set(child, node)
      visit(child)
    }
  }
  visit(program)
  return nodes
}

type Declare = (name: string, scope: Node, origin: Origin) => void

function declarations(node: Node, parents: ReadonlyMap<Node, Node>, declare: Declare): void {
  const around = (from: Node): Node => scopeOf(parents.get(from), parents) ?? from
  const each = (pattern: Node, scope: Node, origin: Origin): void => {
    for (const name of namesIn(pattern)) declare(name.name, scope, origin)
  }
  switch (node.type) {
    case 'ImportDeclaration':
      for (const specifier of node.specifiers) {
        const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : importName[specifier.type]
        declare(specifier.local.name, around(node), { kind: 'import', from: node.source.value, name })
      }
      return
    case 'VariableDeclaration': {
      const owner = parents.get(node)
      const isLoop = owner?.type === 'ForOfStatement' || owner?.type === 'ForInStatement'
      for (const { id, init } of node.declarations) {
        if (isLoop) each(id, owner, { kind: 'given', by: owner })
        else if (init === null) each(id, around(node), { kind: 'nothing' })
        else {
          for (const name of namesIn(id)) {
            const path = pathTo(name, id, parents)
            declare(name.name, around(node), { kind: 'value', value: init, isPart: id !== name, path })
          }
        }
      }
      return
    }
    case 'FunctionDeclaration':
      if (node.id !== null) declare(node.id.name, around(node), { kind: 'function', node })
      break
    case 'ClassDeclaration':
      if (node.id !== null) declare(node.id.name, around(node), { kind: 'class', node })
      return
    case 'CatchClause':
      if (node.param !== null) each(node.param, node, { kind: 'given', by: node })
      return
    default:
  }
  if (isFunction(node)) for (const parameter of node.params) each(parameter, node, { kind: 'given', by: node })
}

/** From the whole of a pattern to one of its names. */
function pathTo(name: Node, pattern: Node, parents: ReadonlyMap<Node, Node>): string {
  let path = ''
  let at = name
  for (let parent = parents.get(at); at !== pattern && parent !== undefined; parent = parents.get(at)) {
    if (parent.type === 'Property' && parent.key.type === 'Identifier') path = `.${parent.key.name}${path}`
    else if (parent.type === 'ArrayPattern') path = `[${indexIn(parent.elements, at)}]${path}`
    else if (parent.type === 'RestElement') path = `.rest${path}`
    at = parent
  }
  return path
}

const indexIn = (list: readonly unknown[], element: unknown): number => list.indexOf(element)

const importName = { ImportDefaultSpecifier: 'default', ImportNamespaceSpecifier: '*' } as const

const nameOf = (node: { readonly name?: string; readonly value?: string }): string => node.name ?? node.value ?? ''

const scopeTypes = new Set([
  'Program',
  'BlockStatement',
  'StaticBlock',
  'SwitchStatement',
  'ForStatement',
  'FunctionBody',
])

function scopeOf(node: Node | undefined, parents: ReadonlyMap<Node, Node>): Node | null {
  for (let at = node; at !== undefined; at = parents.get(at)) if (scopeTypes.has(at.type) || isFunction(at)) return at
  return null
}

/** Names that a pattern binds. */
function namesIn(pattern: Node): readonly Extract<Node, { type: 'Identifier' }>[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'TSParameterProperty':
      return namesIn(pattern.parameter)
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each === null ? [] : namesIn(each)))
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesIn(each.type === 'Property' ? each.value : each))
    default:
      return []
  }
}

/** Is this a name that is read, and not the name of a property, a label or a declaration? */
function isReference(node: Node, parent: Node | undefined): boolean {
  if (node.type !== 'Identifier' || parent === undefined) return false
  switch (parent.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return parent.value === node || parent.computed
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return false
    case 'VariableDeclarator':
      return parent.init === node
    case 'AssignmentPattern':
      return parent.right === node
    default:
      return !isFunction(parent) || parent.body === node
  }
}
