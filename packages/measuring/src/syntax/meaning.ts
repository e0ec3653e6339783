/** What code says, whatever its layout: formatters change none of it. */
import type { Node } from 'oxc-parser'

/**
 * One text for a piece of code, the same for all its layouts: quotes, semicolons, commas and parentheses that mean nothing,
 * blanks and comments are no difference. `without` is left out.
 */
export function meaningOf(node: Node, without: Node | null = null): string {
  return JSON.stringify(node, (_key, value: unknown) => (isNode(value) ? plain(value, without) : value))
}

const layout = new Set(['start', 'end', 'range', 'loc', 'raw', 'parent'])

interface NodeRecord {
  readonly type: string
}

const isNode = (value: unknown): value is NodeRecord =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function plain(given: NodeRecord, without: Node | null): unknown {
  if (given === without) return null
  let node = given
  while (node.type === 'ParenthesizedExpression') {
    const inner: unknown = Reflect.get(node, 'expression')
    if (!isNode(inner)) break
    node = inner
    if (node === without) return null
  }
  const fields = Object.entries(node).filter(([name]) => !layout.has(name))
  return Object.fromEntries(fields.map(([name, value]) => [name, fieldOf(node, name, value)]))
}

function fieldOf(node: NodeRecord, name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isNode(each) || each.type !== 'EmptyStatement')
  if (typeof value === 'bigint') return String(value)
  // Blanks between elements are layout, too.
  if (node.type === 'JSXText' && typeof value === 'string') return value.replace(/\s+/g, ' ').trim()
  // `{ 'a': 1 }` is `{ a: 1 }`.
  const isName = name === 'key' && Reflect.get(node, 'computed') === false && isNode(value) && value.type === 'Literal'
  return isName ? { type: 'Identifier', name: String(Reflect.get(value, 'value')) } : value
}
