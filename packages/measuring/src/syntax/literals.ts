/** What a configuration that is a program says in literals: read from its text, for it is never run. */
import type { Node } from 'oxc-parser'
import { bare, isFunction } from '../asserted/tree.ts'
import { parse } from './syntax.ts'

export type Literal = string | number | boolean | null | RegExpText | readonly Literal[] | Literals
export interface Literals {
  readonly [key: string]: Literal
}

/** The text of a regular expression, without its flags. */
export class RegExpText {
  readonly pattern: string

  constructor(pattern: string) {
    this.pattern = pattern
  }
}

/** Names that a file gives to values. */
type Names = ReadonlyMap<string, Node>

const mostNested = 40

/**
 * The value that a file exports, as far as it is written in literals; undefined: none is found. What is computed is left
 * out. Of a call, such as `defineConfig({ … })`, its arguments count, later ones over earlier ones.
 */
export function exportedLiteral(file: string, text: string): Literal | undefined {
  const { program } = parse(file, text)
  const names = new Map<string, Node>()
  let exported: Node | null = null
  for (const node of program.body) {
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier' && init !== null) names.set(id.name, init)
    if (node.type === 'ExportDefaultDeclaration') exported = node.declaration
    if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
      const { left, right } = node.expression
      if (/^(module\.)?exports$/.test(text.slice(left.start, left.end))) exported = right
    }
  }
  return exported === null ? undefined : literalOf(exported, names, 0)
}

export const isLiterals = (value: Literal | undefined): value is Literals =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExpText)

/** Undefined: it is not known without running it. */
function literalOf(written: Node, names: Names, depth: number): Literal | undefined {
  if (depth > mostNested) return undefined
  const node = bare(written)
  const within = (inner: Node): Literal | undefined => literalOf(inner, names, depth + 1)
  switch (node.type) {
    case 'Literal':
      if ('regex' in node) return new RegExpText(node.regex.pattern)
      return typeof node.value === 'bigint' ? undefined : node.value
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined
    case 'Identifier': {
      const named = names.get(node.name)
      return named === undefined ? undefined : within(named)
    }
    case 'ArrayExpression':
      return node.elements.flatMap((each): readonly Literal[] => {
        if (each === null) return []
        const value = within(each.type === 'SpreadElement' ? each.argument : each)
        return value === undefined ? [] : each.type === 'SpreadElement' && Array.isArray(value) ? value : [value]
      })
    case 'ObjectExpression':
      return Object.assign(
        {},
        ...node.properties.map((each) => {
          if (each.type === 'SpreadElement') return within(each.argument)
          const value = within(each.value)
          const name = nameOf(each.key)
          return each.computed || name === null || value === undefined ? {} : { [name]: value }
        }),
      )
    case 'CallExpression': {
      const given = node.arguments.flatMap((each) => {
        const value = each.type === 'SpreadElement' ? undefined : within(each)
        return value === undefined ? [] : [value]
      })
      const lists = given.filter((each) => Array.isArray(each))
      return lists.at(-1) ?? Object.assign({}, ...given.filter(isLiterals))
    }
    default:
      return isFunction(node) ? returned(node, within) : undefined
  }
}

const nameOf = (key: Node): string | null =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' && typeof key.value === 'string' ? key.value : null

/** What a function gives back in its last statement. */
function returned(node: Node, within: (inner: Node) => Literal | undefined): Literal | undefined {
  if (!isFunction(node) || node.body === null) return undefined
  if (node.body.type !== 'BlockStatement') return within(node.body)
  const last = node.body.body.at(-1)
  return last?.type === 'ReturnStatement' && last.argument !== null ? within(last.argument) : undefined
}
