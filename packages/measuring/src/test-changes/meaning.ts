/** Spells code independently of its names: each name is replaced by what it stands for, as far as the file shows it. */
import { posix } from 'node:path'
import type { Node } from 'oxc-parser'
import { requiredBy } from '../asserted/assertions.ts'
import type { Binding } from '../asserted/bindings.ts'
import { spend, type TestCode } from '../asserted/test-code.ts'
import { functionOf } from '../asserted/tested.ts'
import { bare, chainOf, isFunction, within } from '../asserted/tree.ts'
import { elementAt } from './elements.ts'
import { type Replacement, spelled, tidy } from './spelling.ts'

/** Names that stand for something, in one spelling. */
export type Row = ReadonlyMap<Binding, string>

const deepest = 5
const longest = 400

/** How a piece of code is read. */
interface Reading {
  readonly given: Row
  readonly code: TestCode
  readonly depth: number
}

/** The meaning of a node, in one spelling. */
export const meaningOf = (node: Node, given: Row, code: TestCode): string => meant(node, { given, code, depth: 0 })

const deeper = (reading: Reading): Reading => ({ ...reading, depth: reading.depth + 1 })

function meant(node: Node, reading: Reading): string {
  const { code } = reading
  if (code.isPlain) return tidy(code.text.slice(node.start, node.end))
  const replaced: Replacement[] = []
  const inner = new Map<Binding, string>()
  const covered: Node[] = []
  for (const each of within(node, (below) => !covered.includes(below))) {
    if (!spend(code)) return ''
    if (each.type === 'CallExpression' || each.type === 'MemberExpression') {
      const by = reading.depth < deepest ? known(each, reading) : null
      if (by === null) continue
      replaced.push({ start: each.start, end: each.end, by })
      covered.push(each)
    }
    if (each.type === 'Identifier') {
      const isInner = ({ scope }: Binding): boolean => node.start <= scope.start && scope.end <= node.end
      const wordOf = (binding: Binding): string | null =>
        isInner(binding) ? placeOf(binding, inner) : wordFor(binding, reading)
      replaced.push(...nameReplaced(each, reading, wordOf))
    }
  }
  const text = spelled(code.text, node.start, node.end, replaced)
  spend(code, text.length / 10)
  return text
}

/** The result of a call, or the element at a place in a list or an object of the file; null: not known. */
function known(node: Extract<Node, { type: 'CallExpression' | 'MemberExpression' }>, reading: Reading): string | null {
  if (node.type === 'CallExpression') return inlined(node, reading)
  const binding = reading.code.of(chainOf(node).root)
  const element = binding === null || reading.given.has(binding) ? null : elementAt(node, reading.code)
  return element === null ? null : meant(element, deeper(reading))
}

function nameReplaced(
  name: Extract<Node, { type: 'Identifier' }>,
  { code, given }: Reading,
  wordOf: (binding: Binding) => string | null,
): readonly Replacement[] {
  const parent = code.parents.get(name)
  if (parent?.type === 'MemberExpression' && parent.property === name && !parent.computed) return []
  if (parent?.type === 'Property' && parent.key === name && !parent.computed) return []
  const binding = code.of(name)
  if (binding === null) return []
  const isNamespace = binding.origin.kind === 'import' && binding.origin.name === '*'
  if (isNamespace && parent?.type === 'MemberExpression' && parent.object === name && !parent.computed) {
    return [{ start: name.start, end: parent.property.start, by: '' }]
  }
  const by = given.get(binding) ?? wordOf(binding)
  if (by === null) return []
  const isShort = parent?.type === 'Property' && parent.shorthand
  return [{ start: name.start, end: name.end, by: isShort ? `${name.name}:${by}` : by }]
}

/** Names of a function's own go by their order. */
function placeOf(binding: Binding, inner: Map<Binding, string>): string {
  const place = inner.get(binding) ?? `§${inner.size + 1}`
  inner.set(binding, place)
  return place
}

function wordFor(binding: Binding, reading: Reading): string | null {
  const { origin, writes } = binding
  const [only] = writes
  switch (origin.kind) {
    case 'import':
      if (origin.name !== 'default') return origin.name === '*' ? null : origin.name
      return `§${posix.basename(origin.from).replace(/\.\w+$/, '')}`
    case 'function':
      return '§function'
    case 'class':
      return '§class'
    case 'nothing':
      return writes.length === 1 && only !== null && only !== undefined ? valueFor(only, '', reading) : '§let'
    case 'value': {
      if (writes.length > 0) return '§let'
      // `const { slug } = require('./text.js')` brings in what `import { slug }` does.
      if (origin.isPart && requiredBy(origin.value, reading.code) !== null) return origin.path.replace(/^\./, '')
      const [use] = binding.uses
      const element = origin.isPart && use !== undefined ? elementAt(use, reading.code) : null
      return element === null ? valueFor(origin.value, origin.path, reading) : valueFor(element, '', reading)
    }
    case 'given':
      return null
  }
}

function valueFor(node: Node, path: string, reading: Reading): string {
  const value = bare(node)
  if (isFunction(value)) return '§function'
  if (reading.depth >= deepest) return '§value'
  if (value.end - value.start > longest) {
    const text = tidy(reading.code.text.slice(value.start, value.end))
    return `«${text.slice(0, 60)}${text.length}»${path}`
  }
  return `${meant(value, deeper(reading))}${path}`
}

/** A call of a function of the file that only gives something back: what it gives back. */
function inlined(call: Extract<Node, { type: 'CallExpression' }>, reading: Reading): string | null {
  const { code } = reading
  const fn = functionOf(call.callee, code)
  if (fn === null || !isFunction(fn) || fn.body === null) return null
  const result = resultOf(fn.body)
  if (result === null) return null
  const given = new Map(reading.given)
  for (const [at, parameter] of fn.params.entries()) {
    const target = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
    const argument = call.arguments[at] ?? (parameter.type === 'AssignmentPattern' ? parameter.right : null)
    const binding = code.of(target)
    if (binding === null || argument === null) return null
    given.set(binding, meant(argument, deeper(reading)))
  }
  return meant(bare(result), deeper({ ...reading, given }))
}

function resultOf(body: Node): Node | null {
  if (body.type !== 'BlockStatement') return body
  const last = body.body.at(-1)
  const isPlain = body.body.slice(0, -1).every(({ type }) => type === 'VariableDeclaration')
  return last?.type === 'ReturnStatement' && isPlain ? last.argument : null
}
