/** What an expression or a statement is replaced by, one small change at a time: each is one that some test of its behaviour should notice. */
import { bare, type Node } from '../../asserted/tree.ts'

export interface Replacement {
  /** As Stryker calls it where it has the same. */
  readonly mutator: string
  readonly to: string
}

type Text = (node: { readonly start: number; readonly end: number }) => string

const boundaries = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])
const negations = new Map([
  ['==', '!='],
  ['!=', '=='],
  ['===', '!=='],
  ['!==', '==='],
])
const opposites = new Map([
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['&&', '||'],
  ['||', '&&'],
  ['+=', '-='],
  ['-=', '+='],
  ['*=', '/='],
  ['/=', '*='],
  ['++', '--'],
  ['--', '++'],
])
const removed: ReadonlySet<string> = new Set([
  ...['trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'sort', 'toSorted', 'reverse', 'toReversed'],
  ...['filter', 'slice'],
])
const swapped = new Map([
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['some', 'every'],
  ['every', 'some'],
])
const swappedOfMath = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
])

/** Of an expression, by where it stands; empty where nothing small can be changed. */
export function replacementsOf(node: Node, parent: Node | null, text: Text): readonly Replacement[] {
  switch (node.type) {
    case 'BinaryExpression':
      return ofBinary(node, parent, text)
    case 'LogicalExpression': {
      const other = opposites.get(node.operator)
      const to = other === undefined ? text(node.left) : `${text(node.left)} ${other} ${text(node.right)}`
      return [{ mutator: 'LogicalOperator', to }]
    }
    case 'UnaryExpression':
      if (node.operator !== '-' && (node.operator !== '!' || isTestOf(node, parent))) return []
      return [{ mutator: node.operator === '-' ? 'UnaryOperator' : 'BooleanLiteral', to: text(node.argument) }]
    case 'UpdateExpression': {
      if (parent?.type === 'ForStatement') return []
      const other = opposites.get(node.operator) ?? ''
      const to = node.prefix ? `${other}${text(node.argument)}` : `${text(node.argument)}${other}`
      return [{ mutator: 'UpdateOperator', to }]
    }
    case 'AssignmentExpression': {
      const other = opposites.get(node.operator)
      if (other === undefined || isText(node.right) || parent?.type === 'ForStatement') return []
      return [{ mutator: 'AssignmentOperator', to: `${text(node.left)} ${other} ${text(node.right)}` }]
    }
    case 'CallExpression':
      return ofCall(node, text)
    case 'Literal':
      return ofLiteral(node, parent)
    default:
      return []
  }
}

function ofBinary(
  node: Extract<Node, { type: 'BinaryExpression' }>,
  parent: Node | null,
  text: Text,
): readonly Replacement[] {
  const { operator, left, right } = node
  const by = (mutator: string, other: string): Replacement => ({
    mutator,
    to: `${text(left)} ${other} ${text(right)}`,
  })
  const boundary = boundaries.get(operator)
  if (boundary !== undefined) return [by('EqualityOperator', boundary)]
  const negation = negations.get(operator)
  // As a test it is replaced by both outcomes anyhow.
  if (negation !== undefined) return isTestOf(node, parent) ? [] : [by('EqualityOperator', negation)]
  const opposite = opposites.get(operator)
  if (opposite === undefined || (operator === '+' && (isText(left) || isText(right)))) return []
  return [by('ArithmeticOperator', opposite)]
}

function ofCall(node: Extract<Node, { type: 'CallExpression' }>, text: Text): readonly Replacement[] {
  const { callee } = node
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return []
  const { name } = callee.property
  const isOfMath = callee.object.type === 'Identifier' && callee.object.name === 'Math'
  const other = (isOfMath ? swappedOfMath : swapped).get(name)
  const rest = text({ start: callee.property.end, end: node.end })
  if (other !== undefined) return [{ mutator: 'MethodExpression', to: `${text(callee.object)}.${other}${rest}` }]
  return removed.has(name) ? [{ mutator: 'MethodExpression', to: text(callee.object) }] : []
}

/** Only where the value itself is what comes out: a number among arguments may mean anything, or nothing. */
function ofLiteral(node: Extract<Node, { type: 'Literal' }>, parent: Node | null): readonly Replacement[] {
  const isResult =
    parent?.type === 'ReturnStatement' ||
    (parent?.type === 'ConditionalExpression' && parent.test !== node) ||
    (parent?.type === 'ArrowFunctionExpression' && parent.body === node)
  const isKept = parent?.type === 'VariableDeclarator' || parent?.type === 'AssignmentExpression'
  const { value } = node
  if (typeof value === 'boolean' && (isResult || isKept)) return [{ mutator: 'BooleanLiteral', to: String(!value) }]
  if (!isResult) return []
  if (typeof value === 'number') return [{ mutator: 'NumericLiteral', to: String(value + 1) }]
  return typeof value === 'string' && value !== '' ? [{ mutator: 'StringLiteral', to: "''" }] : []
}

const isText = (node: Node): boolean => {
  const own = bare(node)
  if (own.type === 'TemplateLiteral') return true
  if (own.type === 'BinaryExpression') return own.operator === '+' && (isText(own.left) || isText(own.right))
  return own.type === 'Literal' && typeof own.value === 'string'
}

/** What it decides of the statement or expression around it. */
export const isTestOf = (node: Node, parent: Node | null): boolean =>
  (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') && parent.test === node
