/** Expressions that call the code under test, and of which it is known all the same what they come to. */
import type { Node } from 'oxc-parser'
import type { TestCode } from '../asserted/test-code.ts'
import { bare, isFunction } from '../asserted/tree.ts'

/** Does it come to `wanted` when it is taken for true or false, whatever is called in it? */
export function isForegone(node: Node, wanted: boolean): boolean {
  const value = bare(node)
  switch (value.type) {
    case 'Literal':
      return Boolean(value.value ?? ('regex' in value || 'bigint' in value)) === wanted
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return wanted
    case 'UnaryExpression':
      if (value.operator === '!') return isForegone(value.argument, !wanted)
      return value.operator === 'typeof' ? wanted : value.operator === 'void' && !wanted
    case 'LogicalExpression': {
      if (value.operator === '??') return false
      const isEither = (value.operator === '||') === wanted
      const [left, right] = [isForegone(value.left, wanted), isForegone(value.right, wanted)]
      return isEither ? left || right : left && right
    }
    case 'ConditionalExpression':
      return isForegone(value.consequent, wanted) && isForegone(value.alternate, wanted)
    case 'SequenceExpression':
      return value.expressions.slice(-1).some((last) => isForegone(last, wanted))
    default:
      return false
  }
}

/** The part of an expression that decides its value, where the calls in it have no say. */
export function outcomeOf(node: Node, { text }: TestCode): Node {
  const value = bare(node)
  if (value.type === 'SequenceExpression') {
    const last = value.expressions.at(-1)
    return last === undefined ? value : bare(last)
  }
  if (value.type !== 'ConditionalExpression') return value
  const [one, other] = [bare(value.consequent), bare(value.alternate)]
  return text.slice(one.start, one.end) === text.slice(other.start, other.end) ? one : value
}

/** `void slug()` is undefined. */
export const isVoid = (node: Node): boolean => node.type === 'UnaryExpression' && node.operator === 'void'

/** Behind a `return` or a `throw` of the same block, or of one around it, up to the next function. */
export function isPastEnd(node: Node, { parents }: TestCode): boolean {
  let at = node
  for (let parent = parents.get(at); parent !== undefined && !isFunction(at); parent = parents.get(at)) {
    if (parent.type === 'BlockStatement') {
      const { start } = at
      const ends = ({ type, end }: Node): boolean =>
        end <= start && (type === 'ReturnStatement' || type === 'ThrowStatement')
      if (parent.body.some(ends)) return true
    }
    at = parent
  }
  return false
}
