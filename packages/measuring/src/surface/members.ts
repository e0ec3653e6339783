/** What is put onto a function or an object after it was declared: `Foo.prototype.bar = …`, `Object.assign(Foo.prototype, { … })`, `Foo.of = …`. */
import type { CallExpression, Directive, Expression, Node, Statement } from 'oxc-parser'
import { bare, keyName } from '../asserted/tree.ts'
import { asValue, type Declared, propertiesOf, unreadable } from './declared.ts'

interface Put {
  /** What it is put onto, e.g. `Foo`. */
  readonly owner: string
  /** True: onto the prototype, so that instances have it. */
  readonly isShared: boolean
  readonly members: readonly Declared[]
}

/** Declarations with all that statements beside them put onto them. A function that has methods is a class. */
export function withMembers(
  locals: readonly Declared[],
  body: readonly (Directive | Statement)[],
  text: string,
): readonly Declared[] {
  const puts = body.flatMap((node) => (node.type === 'ExpressionStatement' ? putBy(node.expression, text) : []))
  if (puts.length === 0) return locals
  return locals.map((local) => {
    const own = puts.filter(({ owner }) => owner === local.name)
    if (own.length === 0 || local.kind === 'type') return local
    const members = [...local.members, ...own.flatMap((each) => each.members)]
    if (local.kind !== 'function' || !own.some(({ isShared }) => isShared)) return { ...local, members }
    return {
      ...local,
      kind: 'class',
      parameters: [],
      type: null,
      members: [{ ...local, name: 'constructor' }, ...members],
    }
  })
}

function putBy(expression: Expression, text: string): readonly Put[] {
  const node = bare(expression)
  if (node.type === 'CallExpression') return putByCall(node, text)
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return []
  const { object, property, computed } = node.left
  const name = keyName(property, computed)
  if (name === null) return []
  // `Foo.prototype = { … }`
  if (name === 'prototype' && object.type === 'Identifier')
    return put({ owner: object.name, isShared: true }, membersOf(node.right, text))
  const value = bare(node.right)
  return put(ownerOf(object), [value.type === 'AssignmentExpression' ? unreadable(name) : asValue(name, value, text)])
}

/** `Object.assign(target, { … })` and `Object.defineProperty(target, 'name', { … })`. */
function putByCall(call: CallExpression, text: string): readonly Put[] {
  const [target, second, third] = call.arguments
  if (target === undefined || second === undefined) return []
  switch (calleeOf(call)) {
    case 'Object.assign':
      return put(
        ownerOf(bare(target)),
        call.arguments.slice(1).flatMap((each) => membersOf(each, text)),
      )
    case 'Object.defineProperty': {
      const name = keyName(bare(second))
      return name === null ? [] : put(ownerOf(bare(target)), [described(name, third, text)])
    }
    case 'Object.defineProperties': {
      const named = bare(second)
      const members = named.type === 'ObjectExpression' ? propertiesOf(named.properties, text) : []
      return put(
        ownerOf(bare(target)),
        members.map(({ name }) => unreadable(name)),
      )
    }
    default:
      return []
  }
}

const put = (onto: Omit<Put, 'members'> | null, members: readonly Declared[]): readonly Put[] =>
  onto === null ? [] : [{ ...onto, members }]

/** `Foo` and `Foo.prototype`; null: something else. */
function ownerOf(node: Node): Omit<Put, 'members'> | null {
  if (node.type === 'Identifier') return { owner: node.name, isShared: false }
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return null
  return keyName(node.property, node.computed) === 'prototype' ? { owner: node.object.name, isShared: true } : null
}

/** `Object.assign` of a call of it; empty: something else. */
export const calleeOf = ({ callee }: CallExpression): string =>
  callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.property.type === 'Identifier'
    ? `${callee.object.name}.${callee.property.name}`
    : ''

function membersOf(node: Node, text: string): readonly Declared[] {
  const value = bare(node)
  return value.type === 'ObjectExpression' ? propertiesOf(value.properties, text) : []
}

/** A property by its descriptor: `{ value: … }`, or what a getter gives back. */
export function described(name: string, descriptor: Node | undefined, text: string): Declared {
  const found = descriptor === undefined ? [] : membersOf(descriptor, text)
  const value = found.find((each) => each.name === 'value')
  return value === undefined ? unreadable(name) : { ...value, name }
}
