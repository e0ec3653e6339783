/**
 * Writes every mutant of a source file into its text at once. Each stands behind a switch, `globalThis.mutant?.(id)`, so that a file is
 * transformed and loaded once for all of them; without the switch the text behaves as it did.
 */
import {
  bare,
  childrenOf,
  type FunctionNode,
  isFunction,
  type Node,
} from '../../packages/measuring/src/asserted/tree.ts'
import { type Insertion, inserted } from '../../packages/measuring/src/mutants/own/inserted.ts'
import { parse } from '../../packages/measuring/src/syntax/syntax.ts'
import { valuesOf } from './values.ts'

export interface Mutant {
  readonly id: number
  readonly file: string
  /** From 1. */
  readonly line: number
  /** The names of the functions around it, outermost first. */
  readonly within: string
  /** What is taken out, as words and code. The same in another version of the file, unless this piece of code changed. */
  readonly what: string
}

export interface Planted {
  readonly text: string
  readonly mutants: readonly Mutant[]
}

const rules: ReadonlySet<string> = new Set(['all', 'refuse', 'cannotJudge'])

/** `first`: the number of the first mutant. */
export function plant(file: string, text: string, first: number): Planted {
  const mutants: Mutant[] = []
  const insertions: Insertion[] = []
  const seen = new Map<string, number>()

  const around = (node: { start: number; end: number }, depth: number, before: string, after: string): void => {
    insertions.push({ at: node.start, text: before, depth, closes: false })
    insertions.push({ at: node.end, text: after, depth, closes: true })
  }
  const switchOf = (node: Node, within: string, how: string): string => {
    const code = text.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, 70)
    const name = `${how}: ${code}`
    const place = `${within} ${name}`
    const times = (seen.get(place) ?? 0) + 1
    seen.set(place, times)
    const id = first + mutants.length
    const line = text.slice(0, node.start).split('\n').length
    mutants.push({ id, file, line, within, what: times === 1 ? name : `${name} (${times})` })
    return `globalThis.mutant?.(${id})`
  }

  const plantFunction = (node: FunctionNode, parent: Node | null, within: string, depth: number): void => {
    const { body } = node
    if (body === null) return
    const values = valuesOf(text, node, parent)
    if (body.type !== 'BlockStatement') {
      const before = values.map((value) => `${switchOf(body, within, `returns ${value}`)}?(${value}):`).join('')
      if (before !== '') around(body, depth, `(${before}(`, '))')
    } else if (body.body.length > 0) {
      const before = values.map((value) => `if(${switchOf(body, within, `returns ${value}`)})return ${value};`).join('')
      insertions.push({ at: body.start + 1, text: before, depth, closes: false })
    }
  }
  const plantTest = (test: Node, within: string, depth: number): void => {
    const never = switchOf(test, within, 'never')
    const always = switchOf(test, within, 'always')
    around(test, depth, `(${never}?false:${always}?true:(`, '))')
  }
  const plantList = (elements: readonly (Node | null)[], within: string, depth: number): void => {
    for (const element of elements) {
      if (element === null) continue
      if (element.type === 'SpreadElement')
        around(element.argument, depth, `(${switchOf(element, within, 'without')}?[]:(`, '))')
      else around(element, depth, `...(${switchOf(element, within, 'without')}?[]:[`, '])')
    }
  }

  const visit = (node: Node, parent: Node | null, within: string, depth: number): void => {
    const inside = nameOf(node, parent, within)
    if (isFunction(node) && !isConstructor(parent)) plantFunction(node, parent, inside, depth)
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') plantTest(node.test, within, depth)
    if (node.type === 'CallExpression' && rules.has(calledName(node.callee))) plantList(node.arguments, within, depth)
    if (node.type === 'ArrayExpression' && (within === '' || node.elements.some(isSpread)))
      plantList(within === '' ? node.elements : node.elements.filter(isSpread), within, depth)
    if (node.type === 'ExpressionStatement' && bare(node.expression).type === 'CallExpression')
      around(node, depth, `{if(!${switchOf(node, within, 'without')})`, '}')
    for (const child of childrenOf(node)) visit(child, node, inside, depth + 1)
  }
  visit(parse(file, text).program, null, '', 0)
  return { text: inserted(text, insertions), mutants }
}

const isSpread = (element: Node | null): element is Node => element?.type === 'SpreadElement'
const isConstructor = (parent: Node | null): boolean =>
  parent?.type === 'MethodDefinition' && parent.kind === 'constructor'

function calledName(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
}

function nameOf(node: Node, parent: Node | null, within: string): string {
  if (!isFunction(node)) return within
  const named = node.type === 'ArrowFunctionExpression' || node.id === null ? parent : node
  const id = named === null ? null : 'id' in named ? named.id : 'key' in named ? named.key : null
  const name = id?.type === 'Identifier' ? id.name : ''
  return [within, name].filter((each) => each !== '').join('.')
}
