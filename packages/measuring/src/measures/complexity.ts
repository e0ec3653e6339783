/**
 * How hard code is to follow. Cyclomatic: the ways through it, counted as its decision points, so that a function made of
 * another's half adds nothing. Cognitive: the same weighed by how deep each lies, as SonarSource describes it; a function within
 * another is counted for itself.
 */
import type { Node } from 'oxc-parser'
import { childrenOf, isFunction } from '../asserted/tree.ts'
import { lineOf } from '../syntax/syntax.ts'

export interface Complexity {
  /** Places where code decides: `if`, `?:`, `&&`, `||`, `case`, `catch`, loops. */
  readonly decisions: number
  readonly cognitive: number
  /** Each function, the code outside of all functions first. */
  readonly functions: readonly FunctionComplexity[]
}

export interface FunctionComplexity {
  readonly name: string
  /** From 1. */
  readonly line: number
  /** Decision points and one. */
  readonly cyclomatic: number
  readonly cognitive: number
}

interface Count {
  readonly name: string
  readonly start: number
  decisions: number
  cognitive: number
}

export function complexityOf(program: Node, text: string): Complexity {
  const counts: Count[] = []
  const begin = (name: string, start: number): Count => {
    const count = { name, start, decisions: 0, cognitive: 0 }
    counts.push(count)
    return count
  }

  function visit(node: Node, count: Count, depth: number, parent: Node | null): void {
    if (node.type === 'IfStatement') visitIf(node, count, depth, false)
    else {
      const own = isFunction(node) ? begin(nameOf(node, parent), node.start) : count
      const inner = own === count ? weigh(node, parent, count, depth) : 0
      for (const child of childrenOf(node)) visit(child, own, inner, node)
    }
  }

  function visitIf(node: Extract<Node, { type: 'IfStatement' }>, count: Count, depth: number, isElse: boolean): void {
    count.decisions += 1
    count.cognitive += isElse ? 1 : 1 + depth
    visit(node.test, count, depth, node)
    visit(node.consequent, count, depth + 1, node)
    const { alternate } = node
    if (alternate?.type === 'IfStatement') visitIf(alternate, count, depth, true)
    else if (alternate !== null) {
      count.cognitive += 1
      visit(alternate, count, depth + 1, node)
    }
  }

  visit(program, begin('module', 0), 0, null)
  return {
    decisions: counts.reduce((sum, each) => sum + each.decisions, 0),
    cognitive: counts.reduce((sum, each) => sum + each.cognitive, 0),
    functions: counts.map(({ name, start, decisions, cognitive }) => ({
      name,
      line: lineOf(text, start),
      cyclomatic: decisions + 1,
      cognitive,
    })),
  }
}

/** Adds what a node weighs; how deep its parts lie. */
function weigh(node: Node, parent: Node | null, count: Count, depth: number): number {
  switch (node.type) {
    case 'ConditionalExpression':
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'CatchClause':
      count.decisions += 1
      count.cognitive += 1 + depth
      return depth + 1
    case 'SwitchStatement':
      count.cognitive += 1 + depth
      return depth + 1
    case 'SwitchCase':
      if (node.test !== null) count.decisions += 1
      return depth
    case 'LogicalExpression':
      // A value instead of none is a shorthand that makes code no harder to follow, as SonarSource has it.
      if (node.operator === '??') return depth
      count.decisions += 1
      // `a && b && c` is read as one.
      if (parent?.type !== 'LogicalExpression' || parent.operator !== node.operator) count.cognitive += 1
      return depth
    case 'AssignmentExpression':
      if (/^(&&|\|\|)=$/.test(node.operator)) {
        count.decisions += 1
        count.cognitive += 1
      }
      return depth
    case 'BreakStatement':
    case 'ContinueStatement':
      if (node.label !== null) count.cognitive += 1
      return depth
    default:
      return depth
  }
}

function nameOf(node: Node, parent: Node | null): string {
  if ((node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') && node.id !== null)
    return node.id.name
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name
  const isNamed =
    parent?.type === 'Property' || parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition'
  return isNamed && parent.key.type === 'Identifier' ? parent.key.name : 'a function'
}
