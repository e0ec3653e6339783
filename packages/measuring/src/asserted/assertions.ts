/** Reads assertions in a test file, in the words of `node:assert`, chai's assert, and every `expect`. */
import type { CallExpression, Node } from 'oxc-parser'
import type { Bindings } from './bindings.ts'
import { bare, chainOf } from './tree.ts'

export interface Assertion {
  /** The whole expression: `await expect(a).rejects.toThrow(b)`. */
  readonly node: Node
  readonly family: 'truth' | 'comparison' | 'error' | 'failure'
  /** The assertion's words, e.g. `equal`, `rejects.toThrow`; `not` is left out. */
  readonly words: string
  readonly isNegated: boolean
  /** The value that is asserted on; null: the assertion has none and just fails. */
  readonly subject: Node | null
  /** Values that the subject is compared with. */
  readonly expected: readonly Node[]
}

const assertModules =
  /^(node:)?assert(\/strict)?$|^(power-assert|chai|vitest|bun:test|@jest\/globals|expect|@playwright\/test|@std\/assert)$/

/** The module that a name was imported or required from; `global` for one that nobody declares; null: neither. */
export function moduleOf(name: Node, code: Bindings): string | null {
  const binding = code.of(name)
  if (binding === null) return name.type === 'Identifier' ? 'global' : null
  if (binding.writes.length > 0) return null
  const { origin } = binding
  if (origin.kind === 'import') return origin.from
  return origin.kind === 'value' ? requiredBy(origin.value, code) : null
}

/** `x` of `require('x')`, `require('x').y` and `await import('x')`. */
export function requiredBy(node: Node, code: Bindings): string | null {
  const value = bare(node)
  if (value.type === 'MemberExpression') return requiredBy(value.object, code)
  if (value.type === 'ImportExpression') return textOf(value.source)
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return null
  return value.callee.name === 'require' && code.of(value.callee) === null ? textOf(value.arguments[0]) : null
}

const textOf = (node: Node | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null

/** Does what is called look like an assertion, whoever wrote it? */
export const soundsLikeAsserting = (name: string): boolean =>
  /^(assert|expect|should|verify|ensure|must|fail|check|invariant)/i.test(name)

/** Calls of an `expect` that assert nothing: each is part of another assertion, or a setting. */
const settings = new Set([
  'assertions',
  'hasAssertions',
  'extend',
  'addSnapshotSerializer',
  'any',
  'anything',
  'arrayContaining',
  'objectContaining',
  'stringContaining',
  'stringMatching',
  'closeTo',
])

export type Reading = { readonly kind: 'assertion'; readonly assertion: Assertion } | { readonly kind: 'none' }

const none: Reading = { kind: 'none' }

/** Null: not a known assertion. `none`: a known call that asserts nothing. */
export function readAssertion(call: CallExpression, code: Bindings): Reading | null {
  const { root, names } = chainOf(call)
  if (root.type !== 'Identifier' || names.includes(null)) return null
  // `expect(a).toBe(b)` is read where `expect(a)` stands.
  const callee = bare(call.callee)
  const own = isAssertName(root, names, code)
  if (own === null) return null
  if (own.style === 'expect') return readExpect(call, callee, own.rest, code)
  return readAssert(call, own.rest, code)
}

interface Own {
  readonly style: 'expect' | 'assert'
  readonly rest: readonly string[]
}

function isAssertName(
  root: Extract<Node, { type: 'Identifier' }>,
  names: readonly (string | null)[],
  code: Bindings,
): Own | null {
  const rest = names.flatMap((name) => (name === null ? [] : [name]))
  const binding = code.of(root)
  const isContext = binding?.origin.kind === 'given'
  if (isContext && binding.writes.length === 0) {
    if (rest[0] === 'assert') return { style: 'assert', rest: rest.slice(1) }
    if (rest[0] === 'expect') return { style: 'expect', rest: rest.slice(1) }
    return root.name === 'expect' ? { style: 'expect', rest } : null
  }
  const from = moduleOf(root, code)
  if (from === null || (from !== 'global' && !assertModules.test(from))) return null
  const imported = importedName(binding, root.name)
  if (imported === 'expect') return { style: 'expect', rest }
  if (imported === 'expectTypeOf' || imported === 'should') return null
  if (from === 'global') return root.name === 'assert' ? { style: 'assert', rest } : null
  if (['assert', 'default', '*', 'strict', 'ok'].includes(imported)) {
    if (rest[0] === 'expect') return { style: 'expect', rest: rest.slice(1) }
    const own = rest.filter((name) => name !== 'strict' && name !== 'assert' && name !== 'default')
    return from === 'vitest' && imported !== 'assert' ? null : { style: 'assert', rest: own }
  }
  return /^(node:)?assert/.test(from) || from === '@std/assert' ? { style: 'assert', rest: [imported, ...rest] } : null
}

/** The name that the module exports. */
function importedName(binding: ReturnType<Bindings['of']>, name: string): string {
  const origin = binding?.origin
  if (origin?.kind === 'import') return origin.name
  if (origin?.kind !== 'value' || origin.isPart) return name
  const value = bare(origin.value)
  return value.type === 'MemberExpression' && value.property.type === 'Identifier' ? value.property.name : 'default'
}

const truths = new Set(['', 'ok', 'isOk', 'isTrue', 'assert'])
const errors = /^(does(Not|Nt))?(throws?|rejects?)$/i
const failures = new Set(['fail', 'unreachable', 'ifError'])

function readAssert(call: CallExpression, rest: readonly string[], code: Bindings): Reading {
  const word = rest.join('.')
  const node = awaited(call, code)
  const [first = null, ...others] = call.arguments
  const plain = { node, words: word, isNegated: false, subject: first, expected: [] }
  if (failures.has(word) && word !== 'ifError') return asserting({ ...plain, family: 'failure', subject: null })
  if (truths.has(word) || word === 'ifError') return asserting({ ...plain, family: 'truth', words: word || 'ok' })
  const expected = others.slice(0, 1)
  if (errors.test(word)) return asserting({ ...plain, family: 'error', isNegated: /^does/i.test(word), expected })
  return asserting({ ...plain, family: 'comparison', isNegated: /^not|^doesNot|^isNot/.test(word), expected })
}

/** `rest` are all the names of the chain, those behind `expect(…)` included. */
function readExpect(call: CallExpression, callee: Node, rest: readonly string[], code: Bindings): Reading {
  const [head] = rest
  if (head !== undefined && settings.has(head)) return none
  if (head !== undefined && failures.has(head)) {
    return asserting({ node: call, family: 'failure', words: head, isNegated: false, subject: null, expected: [] })
  }
  const { names } = chainOf(callee)
  const isOpening =
    callee.type === 'Identifier' || names.at(-1) === 'soft' || names.at(-1) === 'poll' || names.at(-1) === 'expect'
  if (!isOpening || bare(call.callee) !== callee) return none
  const { top, words, given } = chainAbove(call, code)
  const isNegated = words.includes('not') || words.includes('never')
  const own = words.filter((word) => word !== 'not' && !fillers.has(word))
  const [subject = null] = call.arguments
  const isError = own.some((word) => errorWord.test(word))
  return asserting({
    node: awaited(top, code),
    family: isError ? 'error' : 'comparison',
    words: own.join('.'),
    isNegated,
    subject,
    expected: given,
  })
}

const fillers = new Set([
  'to',
  'be',
  'been',
  'is',
  'that',
  'which',
  'and',
  'has',
  'have',
  'with',
  'at',
  'of',
  'same',
  'does',
])
const errorWord = /^(toThrow\w*|throws?|Throw|rejects|rejected\w*|toThrowError)$/

/** From `expect(a)` up to the end of its chain. */
function chainAbove(
  call: Node,
  { parents }: Bindings,
): { top: Node; words: readonly string[]; given: readonly Node[] } {
  const words: string[] = []
  const given: Node[] = []
  let top = call
  for (;;) {
    const parent = parents.get(top)
    if (parent?.type === 'MemberExpression' && parent.object === top) {
      words.push(parent.property.type === 'Identifier' && !parent.computed ? parent.property.name : '?')
    } else if (parent?.type === 'CallExpression' && parent.callee === top) given.push(...parent.arguments)
    else if (parent?.type === 'TaggedTemplateExpression' && parent.tag === top) given.push(parent.quasi)
    else if (parent?.type !== 'ChainExpression') return { top, words, given }
    top = parent
  }
}

const awaited = (node: Node, { parents }: Bindings): Node => {
  const parent = parents.get(node)
  return parent?.type === 'AwaitExpression' ? parent : node
}

const asserting = (assertion: Assertion): Reading => ({ kind: 'assertion', assertion })
