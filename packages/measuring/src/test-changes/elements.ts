/** Finds the element at a place of a list or an object that is written down in the file, and that nothing changes. */
import type { Node } from 'oxc-parser'
import type { Binding } from '../asserted/bindings.ts'
import { spend, type TestCode } from '../asserted/test-code.ts'
import { bare, keyName } from '../asserted/tree.ts'

const deepest = 10

/** The element of `rows[0].name`, or of a name that was taken out of a list; null: not known. */
export function elementAt(node: Node, code: TestCode, depth = 0): Node | null {
  const place = bare(node)
  if (depth > deepest) return null
  if (place.type === 'Identifier') {
    const binding = code.of(place)
    if (binding?.origin.kind !== 'value' || !isOnlyRead(binding, code)) return null
    return along(binding.origin.value, keysOf(binding.origin.path), code, depth + 1)
  }
  if (place.type !== 'MemberExpression') return place
  const key = keyName(place.property, place.computed)
  return key === null ? null : along(place.object, [key], code, depth + 1)
}

function along(from: Node, keys: readonly string[] | null, code: TestCode, depth: number): Node | null {
  if (keys === null) return null
  let at: Node | null = elementAt(from, code, depth)
  for (const key of keys) {
    const found = at === null ? null : childAt(at, key)
    at = found === null ? null : elementAt(found, code, depth)
  }
  return at
}

function childAt(whole: Node, key: string): Node | null {
  if (whole.type === 'ArrayExpression') {
    if (!/^\d+$/.test(key) || whole.elements.some((each) => each?.type === 'SpreadElement')) return null
    return whole.elements[Number(key)] ?? null
  }
  if (whole.type !== 'ObjectExpression') return null
  if (whole.properties.some((each) => each.type !== 'Property' || each.computed || each.kind !== 'init')) return null
  const found = whole.properties.findLast((each) => each.type === 'Property' && keyName(each.key) === key)
  return found?.type === 'Property' ? found.value : null
}

/** Keys of a path as bindings have it, e.g. `.a[0]`. */
function keysOf(path: string): readonly string[] | null {
  if (path.includes('.rest') || path.includes('[-1]')) return null
  return path.split(/[.[\]]+/).filter((key) => key !== '')
}

/** Nothing is written into it, put in or taken out by a method, and nobody else is handed it. */
export function isOnlyRead({ writes, uses }: Binding, code: TestCode): boolean {
  return writes.length === 0 && spend(code, uses.length) && uses.every((use) => isRead(use, code))
}

function isRead(use: Node, code: TestCode): boolean {
  let at = use
  let parent = code.parents.get(at)
  while (parent?.type === 'MemberExpression' && parent.object === at) {
    at = parent
    parent = code.parents.get(at)
  }
  switch (parent?.type) {
    case 'AssignmentExpression':
      return parent.left !== at
    case 'UpdateExpression':
      return false
    case 'UnaryExpression':
      return parent.operator !== 'delete'
    case 'CallExpression':
      return (
        parent.callee !== at ||
        !(at.type === 'MemberExpression' && changing.has(keyName(at.property, at.computed) ?? ''))
      )
    default:
      return true
  }
}

const changing = new Set(['push', 'pop', 'shift', 'unshift', 'splice', 'fill', 'copyWithin', 'sort', 'reverse'])
