/**
 * What a test is beside its name: its code, and all in its file that the code leans on. Two tests of which this is the same do the
 * same, whatever they are called and wherever they stand.
 */

import { posix } from 'node:path'
import type { CallExpression } from 'oxc-parser'
import type { Binding } from '../asserted/bindings.ts'
import { callAtPlace, spend, type TestCode } from '../asserted/test-code.ts'
import { chainOf, isFunction, type Node, within } from '../asserted/tree.ts'
import type { TestCase } from '../runners/test-run.ts'
import { namesTitle, readsContext } from './own-title.ts'
import { tidy } from './spelling.ts'

/** Null: nobody can tell, or it would cost too much. */
export function identityOf({ line, column }: TestCase, code: TestCode): string | null {
  const call = callAtPlace(code, line, column)
  if (call === null || !isTest(call)) return null
  const { names } = chainOf(call.callee)
  const rows = names.includes('each') ? 'all' : names.includes('for') ? 1 : 0
  if (call.arguments.slice(1).some((each) => readsContext(each, code, rows))) return null
  const leaning = new Leaning(code)
  const parts = [leaning.spell(call.callee), ...call.arguments.slice(1).map((each) => leaning.spell(each))]
  const around = aroundOf(call, code)
  const suites = around.map((each) => suiteOf(each, leaning)).filter((each) => each !== '')
  const hooks = hooksAround(around, code).map((hook) => leaning.spell(hook))
  const given = hooksAround(around, code).flatMap((hook) => argumentsOf(hook))
  if (given.some((each) => readsContext(each, code, 0))) return null
  const effects = effectsOf(code).map((each) => leaning.spell(each))
  const key = JSON.stringify([parts, suites, hooks, effects, leaning.definitions()])
  return code.effort.left > 0 && leaning.isKnown ? key : null
}

const testNames = /^[fx]?(test|it|specify)$/
const hookNames = /^(before|after|around)(Each|All)?$/
const suiteNames = /^[fx]?(describe|suite|context)$/
const ownNames = /^[fx]?(test|it|specify|describe|suite|context)$/

/** A title stands first, and something is run. */
function isTest(call: CallExpression): boolean {
  const { root, names } = chainOf(call)
  const [title, ...others] = call.arguments
  if (title === undefined || others.length === 0 || isFunction(title) || title.type === 'ObjectExpression') return false
  return [root.type === 'Identifier' ? root.name : '', ...names].some((name) => testNames.test(name ?? ''))
}

/** Suites and tests that a test stands in, from the inside out. */
function aroundOf(call: CallExpression, { parents }: TestCode): readonly CallExpression[] {
  const around: CallExpression[] = []
  for (let at = parents.get(call); at !== undefined; at = parents.get(at))
    if (at.type === 'CallExpression' && at.arguments.some(isFunction)) around.push(at)
  return around
}

const bodyOf = (call: CallExpression): Node => call.arguments.find(isFunction) ?? call

/** A plain suite is a name alone; a table, a mark or options are more. */
function suiteOf(call: CallExpression, leaning: Leaning): string {
  const { root, names } = chainOf(call)
  const isPlain = root.type === 'Identifier' && suiteNames.test(root.name) && names.length === 0
  const options = call.arguments.slice(1).filter((each) => !isFunction(each))
  return isPlain && options.length === 0 ? '' : [call.callee, ...options].map((each) => leaning.spell(each)).join(' ')
}

function* statementsOf(body: Node): Generator<Node> {
  if (body.type === 'Program' || body.type === 'BlockStatement') yield* body.body
  else if (isFunction(body) && body.body !== null) yield* statementsOf(body.body)
}

function hooksIn(body: Node): readonly Node[] {
  return [...statementsOf(body)].filter((node) => {
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') return false
    const { root, names } = chainOf(node.expression)
    const name = names.at(-1) ?? (root.type === 'Identifier' ? root.name : '')
    return hookNames.test(name ?? '')
  })
}

const hooksAround = (around: readonly CallExpression[], { program }: TestCode): readonly Node[] =>
  [...around.map(bodyOf), program].flatMap(hooksIn)

const argumentsOf = (hook: Node): readonly Node[] =>
  hook.type === 'ExpressionStatement' && hook.expression.type === 'CallExpression' ? hook.expression.arguments : []

/** What loading the file does beside defining tests: mocks, imports for their effect. */
function effectsOf({ program }: TestCode): readonly Node[] {
  return [...statementsOf(program)].filter((node) => {
    if (node.type === 'ImportDeclaration') return node.specifiers.length === 0
    if (node.type !== 'ExpressionStatement') return false
    if (node.expression.type !== 'CallExpression') return true
    const { root } = chainOf(node.expression)
    return !(root.type === 'Identifier' && ownNames.test(root.name)) && !hooksIn(program).includes(node)
  })
}

/** Code in one spelling, and what the names in it stand for. */
class Leaning {
  /** False: something that the code leans on cannot be seen, as what a function of the file's own is called with. */
  isKnown = true
  readonly #code: TestCode
  readonly #found = new Map<Binding, string>()
  /** The file, where the code may lead to others from the place that it stands in. */
  #place = ''

  constructor(code: TestCode) {
    this.#code = code
  }

  spell(node: Node): string {
    const { text } = this.#code
    for (const each of within(node)) {
      if (!spend(this.#code)) return ''
      const binding = each.type === 'JSXIdentifier' ? this.#code.named(each.name, each) : this.#code.of(each)
      if (namesTitle(each)) this.isKnown = false
      if (isOfPlace(each)) this.#place = this.#code.file
      // What is declared within is a part of the text.
      if (binding !== null && !isWithin(binding.scope, node)) this.#define(binding)
    }
    return tidy(text.slice(node.start, node.end))
  }

  definitions(): readonly string[] {
    return [this.#place, ...[...this.#found.values()].toSorted((a, b) => (a < b ? -1 : 1))]
  }

  #define(binding: Binding): void {
    if (this.#found.has(binding)) return
    this.#found.set(binding, binding.name)
    const writes = binding.writes.map((each) => (each === null ? '?' : this.spell(each)))
    this.#found.set(binding, [binding.name, this.#originOf(binding), ...writes].join(' = '))
  }

  #originOf({ origin }: Binding): string {
    switch (origin.kind) {
      case 'import':
        return `${this.#placeOf(origin.from)} ${origin.name}`
      case 'value':
        return `${this.#spellValue(origin.value)} ${origin.path}`
      case 'function':
      case 'class':
        return this.spell(origin.node)
      case 'given':
        return this.#givenBy(origin.by)
      case 'nothing':
        return ''
    }
  }

  /** The same file, from wherever it is imported. */
  #placeOf(from: string): string {
    return from.startsWith('.') ? posix.join(posix.dirname(this.#code.file), from) : from
  }

  #spellValue(value: Node): string {
    const required =
      value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'require'
    const [from] = required ? value.arguments : []
    return from?.type === 'Literal' && typeof from.value === 'string' ? this.#placeOf(from.value) : this.spell(value)
  }

  /** Of a loop its list; of a parameter the call that the function is handed to, as `describe.each(table)`. */
  #givenBy(by: Node): string {
    if (by.type === 'ForOfStatement' || by.type === 'ForInStatement')
      return `${this.spell(by.left)} ${this.spell(by.right)}`
    const call = this.#code.parents.get(by)
    if (call?.type === 'CallExpression') return this.spell(call.callee)
    this.isKnown = false
    return ''
  }
}

/** `'./data.json'`, `import(name)`, `import.meta`, `__dirname`. */
function isOfPlace(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && /^\.\.?(\/|$)/.test(node.value)
  if (node.type === 'TemplateElement') return /^\.\.?(\/|$)/.test(node.value.raw)
  if (node.type === 'Identifier') return /^(__dirname|__filename|require)$/.test(node.name)
  return node.type === 'ImportExpression' || node.type === 'MetaProperty'
}

const isWithin = (scope: Node, node: Node): boolean => scope.start >= node.start && scope.end <= node.end
