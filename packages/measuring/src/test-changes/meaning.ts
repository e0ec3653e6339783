/** What code says whatever its names are: each name is replaced by what it stands for, as far as the file shows it. */
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

/** In one spelling. */
export function meaningOf(node: Node, given: Row, code: TestCode, depth = 0): string {
  if (code.isPlain) return tidy(code.text.slice(node.start, node.end))
  const replaced: Replacement[] = []
  const inner = new Map<Binding, string>()
  const covered: Node[] = []
  for (const each of within(node, (below) => !covered.includes(below))) {
    if (!spend(code)) return ''
    if (each.type === 'CallExpression') {
      const by = depth < deepest ? inlined(each, given, code, depth) : null
      if (by === null) continue
      replaced.push({ start: each.start, end: each.end, by })
      covered.push(each)
    }
    const element = each.type === 'MemberExpression' ? elementOf(each, given, code) : null
    if (element !== null && depth < deepest) {
      replaced.push({ start: each.start, end: each.end, by: meaningOf(element, given, code, depth + 1) })
      covered.push(each)
    }
    if (each.type === 'Identifier') replaced.push(...nameReplaced(each, node, given, inner, code, depth))
  }
  const text = spelled(code.text, node.start, node.end, replaced)
  spend(code, text.length / 10)
  return text
}

/** What stands there in a list or an object of the file. */
function elementOf(place: Node, given: Row, code: TestCode): Node | null {
  const { root } = chainOf(place)
  const binding = code.of(root)
  return binding === null || given.has(binding) ? null : elementAt(place, code)
}

function nameReplaced(
  name: Extract<Node, { type: 'Identifier' }>,
  whole: Node,
  given: Row,
  inner: Map<Binding, string>,
  code: TestCode,
  depth: number,
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
  const isInner = whole.start <= binding.scope.start && binding.scope.end <= whole.end
  const by = given.get(binding) ?? (isInner ? placeOf(binding, inner) : wordFor(binding, given, code, depth))
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

function wordFor(binding: Binding, given: Row, code: TestCode, depth: number): string | null {
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
      return writes.length === 1 && only !== null && only !== undefined
        ? valueFor(only, '', given, code, depth)
        : '§let'
    case 'value': {
      if (writes.length > 0) return '§let'
      // `const { slug } = require('./text.js')` brings in what `import { slug }` does.
      if (origin.isPart && requiredBy(origin.value, code) !== null) return origin.path.replace(/^\./, '')
      const element = origin.isPart ? partOf(binding, code) : null
      return element === null
        ? valueFor(origin.value, origin.path, given, code, depth)
        : valueFor(element, '', given, code, depth)
    }
    case 'given':
      return null
  }
}

function partOf(binding: Binding, code: TestCode): Node | null {
  const [use] = binding.uses
  return use === undefined ? null : elementAt(use, code)
}

function valueFor(value: Node, path: string, given: Row, code: TestCode, depth: number): string {
  if (isFunction(bare(value))) return '§function'
  if (depth >= deepest) return '§value'
  const bareValue = bare(value)
  if (bareValue.end - bareValue.start > longest) {
    const text = tidy(code.text.slice(bareValue.start, bareValue.end))
    return `«${text.slice(0, 60)}${text.length}»${path}`
  }
  return `${meaningOf(bareValue, given, code, depth + 1)}${path}`
}

/** A call of a function of the file that only gives something back: what it gives back. */
function inlined(
  call: Extract<Node, { type: 'CallExpression' }>,
  given: Row,
  code: TestCode,
  depth: number,
): string | null {
  const fn = functionOf(call.callee, code)
  if (fn === null || !isFunction(fn) || fn.body === null) return null
  const result = resultOf(fn.body)
  if (result === null) return null
  const row = new Map(given)
  for (const [at, parameter] of fn.params.entries()) {
    const target = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
    const argument = call.arguments[at] ?? (parameter.type === 'AssignmentPattern' ? parameter.right : null)
    const binding = code.of(target)
    if (binding === null || argument === null) return null
    row.set(binding, meaningOf(argument, given, code, depth + 1))
  }
  return meaningOf(bare(result), row, code, depth + 1)
}

function resultOf(body: Node): Node | null {
  if (body.type !== 'BlockStatement') return body
  const last = body.body.at(-1)
  const isPlain = body.body.slice(0, -1).every(({ type }) => type === 'VariableDeclaration')
  return last?.type === 'ReturnStatement' && isPlain ? last.argument : null
}
