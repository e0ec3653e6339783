/**
 * Writes every mutant of a source file into its text at once. Each stands behind a switch, so that a file is transformed and
 * loaded as one text for all of them; with no switch on, the text behaves as it did. Line numbers stay.
 */
import { chainOf, childrenOf, isFunction, type Node } from '../../asserted/tree.ts'
import { lineOf, parse } from '../../syntax/syntax.ts'
import { type Insertion, inserted } from './inserted.ts'
import { isTestOf, type Replacement, replacementsOf } from './replacements.ts'

export interface PlantedMutant {
  readonly id: number
  readonly file: string
  /** Where it begins, from 1. */
  readonly line: number
  /** Offsets in the file of what it replaces. */
  readonly start: number
  readonly end: number
  readonly mutator: string
  readonly from: string
  readonly to: string
  /** Names of the functions around it, from the outside in, with dots; empty: outside of any. */
  readonly within: string
}

/** A function that has a name of its own or by what it is given to. */
export interface PlantedFunction {
  readonly file: string
  readonly name: string
  readonly line: number
}

export interface Schemata {
  readonly text: string
  readonly mutants: readonly PlantedMutant[]
  readonly functions: readonly PlantedFunction[]
}

export interface Planting {
  readonly file: string
  readonly text: string
  /** Lines in which mutants are wanted, from 1; null: all. */
  readonly lines: ReadonlySet<number> | null
}

interface Around {
  readonly parent: Node | null
  readonly within: string
  readonly depth: number
  readonly inChain: boolean
}

/** `first`: the number of the first mutant; `name`: of the switch, which nothing in the file is called. Null: the file cannot be read. */
export function schemataOf({ file, text, lines }: Planting, first: number, name: string): Schemata | null {
  const { program, errors } = parse(file, text)
  if (errors.length > 0) return null
  const mutants: PlantedMutant[] = []
  const functions: PlantedFunction[] = []
  const insertions: Insertion[] = []
  const opened = new Set<number>()
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end)

  const isWanted = (from: number, to: number, whole: boolean): boolean => {
    if (lines === null) return true
    const touched = Array.from({ length: to - from + 1 }, (_, at) => from + at)
    return whole ? touched.every((line) => lines.has(line)) : touched.some((line) => lines.has(line))
  }
  /** The switch of a new mutant; null: it is not wanted there. */
  const switchOf = (node: Node, within: string, { mutator, to }: Replacement, whole = false): string | null => {
    const line = lineOf(text, node.start)
    if (!isWanted(line, lineOf(text, node.end), whole)) return null
    const id = first + mutants.length
    mutants.push({ id, file, line, start: node.start, end: node.end, mutator, from: textOf(node), to, within })
    return `${name}(${id})`
  }
  const around = (node: Node, depth: number, before: string, after: string): void => {
    opened.add(node.start)
    insertions.push({ at: node.start, text: before, depth, closes: false })
    insertions.push({ at: node.end, text: after, depth, closes: true })
  }
  const replace = (node: Node, { within, depth }: Around, by: readonly Replacement[]): void => {
    const before = by.map((each) => {
      const on = switchOf(node, within, each)
      return on === null ? '' : `${on}?(${each.to}):`
    })
    if (before.some((each) => each !== '')) around(node, depth, `(${before.join('')}(`, '))')
  }
  const empty = (node: Node, { depth, parent }: Around, within: string): void => {
    if (!isFunction(node) || node.body === null || isConstructor(parent)) return
    const { body } = node
    if (body.type !== 'BlockStatement') {
      const on = switchOf(body, within, { mutator: 'ArrowFunction', to: 'undefined' }, true)
      if (on !== null) around(body, depth, `(${on}?undefined:(`, '))')
      return
    }
    const [first, ...others] = body.body.filter((each) => !isDirective(each))
    // What only raises an error is not written yet, or is about that error.
    if (first === undefined || (first.type === 'ThrowStatement' && others.length === 0)) return
    const { start } = first
    const on = switchOf(body, within, { mutator: 'BlockStatement', to: '{}' }, true)
    // Outermost: whatever else begins with that statement lies behind it.
    if (on !== null) insertions.push({ at: start, text: `if(${on})return;`, depth: -1, closes: false })
  }

  const visit = (node: Node, place: Around): void => {
    const { parent, within, depth } = place
    if (isOfTypes(node)) return
    const inside = isFunction(node)
      ? nameOf(node, parent, within)
      : node.type === 'ClassDeclaration'
        ? joined(within, node.id?.name)
        : within
    if (isFunction(node)) {
      if (inside !== within && node.body !== null)
        functions.push({ file, name: inside, line: lineOf(text, node.start) })
      empty(node, place, inside)
    }
    const replacements = place.inChain && node.type === 'CallExpression' ? [] : replacementsOf(node, parent, textOf)
    replace(node, place, [...testReplacements(node, parent), ...replacements])
    const removes = isRemovable(node, parent) ? switchOf(node, within, { mutator: 'Statement', to: '' }) : null
    const next = { parent: node, within: inside, depth: depth + 1, inChain: node.type === 'ChainExpression' }
    for (const child of childrenOf(node))
      visit(child, { ...next, inChain: next.inChain || (place.inChain && isLink(node) && child === linkOf(node)) })
    if (removes !== null) around(node, depth, `{if(!${removes})`, '}')
    // What begins with a bracket could be taken for the arguments of the line before.
    else if (node.type === 'ExpressionStatement' && opened.has(node.start)) around(node, depth, '{', '}')
  }
  visit(program, { parent: null, within: '', depth: 0, inChain: false })
  if (mutants.length > 0)
    insertions.push({ at: startOf(program, text), text: switchText(name), depth: -2, closes: false })
  return { text: inserted(text, insertions), mutants, functions }
}

/** As both outcomes of a decision; a loop is only left out. */
function testReplacements(node: Node, parent: Node | null): readonly Replacement[] {
  const never: Replacement = { mutator: 'ConditionalExpression', to: 'false' }
  if (isTestOf(node, parent)) return [never, { mutator: 'ConditionalExpression', to: 'true' }]
  const isLoop = (parent?.type === 'ForStatement' || parent?.type === 'WhileStatement') && parent.test === node
  return isLoop && node.type !== 'Literal' ? [never] : []
}

const quiet: ReadonlySet<string> = new Set(['console', 'log', 'logger', 'debug'])

/** A call whose result nobody takes, or an error that is raised where no decision just before says so. */
function isRemovable(node: Node, parent: Node | null): boolean {
  if (node.type === 'ThrowStatement')
    return parent?.type === 'BlockStatement' ? parent.body.length > 1 : parent?.type === 'SwitchCase'
  if (node.type !== 'ExpressionStatement') return false
  const call = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression
  if (call.type !== 'CallExpression' || call.callee.type === 'Super') return false
  const { root } = chainOf(call)
  const isAlone = parent?.type === 'BlockStatement' && parent.body.length === 1
  return !isAlone && !(root.type === 'Identifier' && quiet.has(root.name))
}

const isConstructor = (parent: Node | null): boolean =>
  parent?.type === 'MethodDefinition' && parent.kind === 'constructor'
const isDirective = (node: Node): boolean => node.type === 'ExpressionStatement' && typeof node.directive === 'string'
const isLink = (node: Node): boolean => node.type === 'CallExpression' || node.type === 'MemberExpression'
const linkOf = (node: Node): Node | null =>
  node.type === 'CallExpression' ? node.callee : node.type === 'MemberExpression' ? node.object : null

const expressions: ReadonlySet<string> = new Set([
  ...['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion', 'TSInstantiationExpression'],
  ...['TSParameterProperty', 'TSExportAssignment'],
])
const isOfTypes = ({ type }: Node): boolean => type.startsWith('TS') && !expressions.has(type)

function nameOf(node: Node, parent: Node | null, within: string): string {
  const named = 'id' in node && node.id !== null ? node : parent
  if (named === null) return within
  const id = 'id' in named ? named.id : 'key' in named ? named.key : 'left' in named ? named.left : null
  if (typeof id !== 'object' || id === null || !('type' in id)) return within
  const name = id.type === 'MemberExpression' && !id.computed ? id.property : id
  return joined(within, name.type === 'Identifier' || name.type === 'PrivateIdentifier' ? name.name : undefined)
}

const joined = (within: string, name: string | undefined): string =>
  name === undefined ? within : within === '' ? name : `${within}.${name}`

/** Behind `#!` and directives, on the line that they are on. */
function startOf(program: Extract<Node, { type: 'Program' }>, text: string): number {
  const directives = program.body.filter(isDirective)
  const last = directives.at(-1)
  if (last !== undefined) return last.end
  return text.startsWith('#!') ? Math.max(0, text.indexOf('\n') + 1) : 0
}

/**
 * A function, so that it is there for whoever calls into the module before it has run. Whoever runs the tests defines what it asks;
 * in a process that the tests start a variable says which mutant is on.
 */
const switchText = (name: string): string =>
  `;function ${name}(id){var g=globalThis.${name};if(g===undefined||g===${name}){var on=typeof process==="object"&&process.env?Number(process.env.${name}):NaN;g=function(n){return n===on};Object.defineProperty(globalThis,"${name}",{value:g,configurable:true,writable:true})}return g(id)};`
