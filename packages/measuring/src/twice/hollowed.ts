/**
 * Source in which a function that raised an error does nothing instead: what a test wants of it shows in a run of that. An error
 * that comes all the same was not raised there, whatever its stack says.
 */
import type { Node } from 'oxc-parser'
import { childrenOf, type FunctionNode, isFunction, keyName } from '../asserted/tree.ts'
import { saysNotImplemented } from '../runners/failure.ts'
import { type Edit, edited } from '../syntax/edits.ts'
import { offsetOf, parse } from '../syntax/syntax.ts'

/** From 1, as stacks have them. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** `src/a.ts:3:14` of a failure's `entry`. */
export function placeIn(entry: string): Place & { readonly file: string } {
  const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(entry) ?? []
  return { file, line: Number(line), column: Number(column) }
}

/** The same text, on the same lines; as it was where no function stands at a place, or it cannot be read. */
export function withHollow(file: string, text: string, places: readonly Place[]): string {
  const found = new Map(
    places.flatMap((place) => functionAt(file, text, place) ?? []).map((each) => [each.node.start, each]),
  )
  const isTyped = /\.[cm]?tsx?$/.test(file)
  const edits = [...found.values()].flatMap((each) => editsOf(each, text, isTyped))
  const hollow = edited(text, edits)
  return edits.length > 0 && parse(file, hollow).errors.length === 0 ? hollow : text
}

/** Is the innermost function at this place of a hollow text one that does nothing? */
export function isHollowAt(file: string, hollow: string, place: Place): boolean {
  const found = functionAt(file, hollow, place)
  return (
    found !== null &&
    hollow
      .slice(found.node.body?.start ?? 0)
      .slice(0, 2 * guard.length)
      .includes(guard)
  )
}

export function hasFunctionAt(file: string, text: string, entry: string): boolean {
  const { file: of, ...place } = placeIn(entry)
  return of === file && functionAt(file, text, place) !== null
}

/** Entries of the functions that the source has under a name, constructors of a class of that name included; no stubs. */
export function functionsNamed(file: string, text: string, name: string): readonly string[] {
  if (text.length > mostCharacters || !text.includes(name)) return []
  const { program, errors } = parse(file, text)
  if (errors.length > 0) return []
  return allFunctions(program, []).flatMap((found) => {
    const { node } = found
    if (nameOf(found) !== name || saysNotImplemented(text.slice(node.start, node.end))) return []
    const start = node.body?.start ?? node.start
    const lines = text.slice(0, start).split('\n')
    return [`${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`]
  })
}

function allFunctions(node: Node, above: readonly Node[]): readonly Found[] {
  const own = isFunction(node) && node.body !== null ? [{ node, above }] : []
  return [...own, ...childrenOf(node).flatMap((child) => allFunctions(child, [...above, node]))]
}

/** Does the innermost function at an entry say that it is not written yet? */
export function isStubAt(file: string, text: string, entry: string): boolean {
  const { file: of, ...place } = placeIn(entry)
  const node = of === file ? functionAt(file, text, place)?.node : undefined
  return node !== undefined && saysNotImplemented(text.slice(node.start, node.end))
}

/** The name that the source itself has for the innermost function at a place; null: none. */
export function functionNameAt(file: string, text: string, place: Place): string | null {
  const found = functionAt(file, text, place)
  return found === null ? null : ownNameOf(found)
}

function nameOf(found: Found): string | null {
  const method = found.above.at(-1)
  if (method?.type !== 'MethodDefinition' || method.kind !== 'constructor') return ownNameOf(found)
  const made = found.above.at(-3)
  return (made?.type === 'ClassDeclaration' || made?.type === 'ClassExpression') && made.id !== null
    ? made.id.name
    : null
}

function ownNameOf(found: Found): string | null {
  const above = found.above.at(-1)
  if (found.node.id !== null && above?.type !== 'ExportDefaultDeclaration') return found.node.id.name
  if (above?.type === 'VariableDeclarator') return above.id.type === 'Identifier' ? above.id.name : null
  return above?.type === 'MethodDefinition' || above?.type === 'Property' ? keyName(above.key, above.computed) : null
}

interface Found {
  readonly node: FunctionNode
  /** From the outermost on. */
  readonly above: readonly Node[]
}

function functionAt(file: string, text: string, { line, column }: Place): Found | null {
  if (text.length > mostCharacters) return null
  const { program, errors } = parse(file, text)
  if (errors.length > 0) return null
  const offset = offsetOf(text, line, column)
  let [at, above, found]: [Node | undefined, readonly Node[], Found | null] = [program, [], null]
  while (at !== undefined) {
    const node: Node = at
    // A type may stand where a body would.
    if (isFunction(node) && node.body !== null) found = { node, above }
    above = [...above, node]
    at = childrenOf(node).find(({ start, end }) => start <= offset && offset < end)
  }
  return found
}

/** More text than this is not looked into. */
const mostCharacters = 1_000_000

/** Of no literal type, so that a compiler which sees it finds nothing unreachable. */
const guard = 'Boolean(1)'

function editsOf({ node, above }: Found, text: string, isTyped: boolean): readonly Edit[] {
  const { body, params } = node
  if (body === null) return []
  const nothing = isTyped ? '(undefined as never)' : 'undefined'
  if (body.type !== 'BlockStatement') {
    const before = { start: body.start, end: body.start, instead: `(${guard} ? ${nothing} : (` }
    return [before, { start: body.end, end: body.end, instead: '))' }]
  }
  const leaves = `if (${guard}) return${givenBack(above, nothing)};`
  const [first, last] = [params[0], params.at(-1)]
  const isPlain = params.every((each) => each.type === 'Identifier' || each.type === 'TSParameterProperty')
  if (isPlain || first === undefined || last === undefined)
    return [{ start: body.start + 1, end: body.start + 1, instead: leaves }]
  const lines = (start: number, end: number): string => text.slice(start, end).replace(/[^\n]/g, '')
  const instead = takenWhole(params, isTyped) + lines(first.start, last.end)
  return [
    { start: first.start, end: last.end, instead },
    { start: body.start, end: body.end, instead: `{${leaves}${lines(body.start, body.end)}}` },
  ]
}

/** What is taken apart, or has a default, may be what throws; the function's length stays. */
function takenWhole(params: FunctionNode['params'], isTyped: boolean): string {
  const isFree = ({ type }: Node): boolean => type === 'AssignmentPattern' || type === 'RestElement'
  const end = params.findIndex(isFree)
  const asked = params
    .slice(0, end === -1 ? undefined : end)
    .map((_, at) => `sigmaGiven${at}${isTyped ? '?: any' : ''}`)
  return [...asked, ...(end === -1 ? [] : [`...sigmaGiven${isTyped ? ': any[]' : ''}`])].join(', ')
}

/** A constructor gives back no value; a derived one may not come to its end without having called the other, and makes an object instead. */
function givenBack(above: readonly Node[], nothing: string): string {
  const method = above.at(-1)
  if (method?.type === 'Property') return method.kind === 'set' ? '' : ` ${nothing}`
  if (method?.type !== 'MethodDefinition') return ` ${nothing}`
  if (method.kind === 'set') return ''
  if (method.kind !== 'constructor') return ` ${nothing}`
  const made = above.at(-3)
  const isDerived = (made?.type === 'ClassDeclaration' || made?.type === 'ClassExpression') && made.superClass !== null
  return isDerived ? ' Object.create(new.target.prototype)' : ''
}
