/** Calls that nobody can see through: whether they assert is not known, so they count as demanding. */
import { isBuiltin } from 'node:module'
import type { CallExpression, Node } from 'oxc-parser'
import { requiredBy, soundsLikeAsserting } from '../asserted/assertions.ts'
import type { Binding } from '../asserted/bindings.ts'
import type { TestCode } from '../asserted/test-code.ts'
import { chainOf, isFunction, within } from '../asserted/tree.ts'
import type { TestTree } from './test-tree.ts'

/** Runners offer nothing that asserts but what goes by the name of it. */
const runners = /^(vitest|@jest\/globals|bun:test|@playwright\/test)$/

/** Functions that a runner hands to a test, and that only arrange. */
const arranging =
  /^(test|it|mock|after|afterEach|before|beforeEach|plan|diagnostic|skip|todo|runOnly|annotate|onTestFailed|onTestFinished)$/

/** True: a call that is no known assertion may still assert, because its code cannot be seen. */
export function mayAssert({ callee }: CallExpression, code: TestCode, tree: TestTree): boolean {
  const { root, names } = chainOf(callee)
  if (root.type === 'ImportExpression') return true
  if (root.type !== 'Identifier') return false
  if (names.includes('should')) return true
  const binding = code.of(root)
  if (binding !== null && isOfSource(binding, code, tree)) return false
  if ([root.name, ...names].some((name) => name !== null && soundsLikeAsserting(name))) return true
  if (binding === null) return root.name === 'require'
  if (binding.origin.kind === 'given') return !arranging.test(names[0] ?? '')
  return isUnseen(binding, code, tree)
}

/** Made by what an import brought in, however it was called. */
function isUnseen(binding: Binding, code: TestCode, tree: TestTree, depth = 0): boolean {
  const { origin, writes } = binding
  if (origin.kind === 'class') return true
  if (origin.kind === 'import') return isUnseenModule(origin.from, code, tree)
  if (origin.kind === 'given' || origin.kind === 'function' || depth > 3) return false
  const made = [...(origin.kind === 'value' ? [origin.value] : []), ...writes.filter((each) => each !== null)]
  return made.some((value) => {
    const required = requiredBy(value, code)
    if (required !== null) return isUnseenModule(required, code, tree)
    return [...within(value, (below) => !isFunction(below))].some((node) => {
      const used = node.type === 'Identifier' ? code.of(node) : null
      return used !== null && used !== binding && isUnseen(used, code, tree, depth + 1)
    })
  })
}

function isOfSource({ origin }: Binding, code: TestCode, tree: TestTree): boolean {
  const from = origin.kind === 'import' ? origin.from : origin.kind === 'value' ? requiredBy(origin.value, code) : null
  return from?.startsWith('.') === true && tree.find(from, code.file) === 'source'
}

function isUnseenModule(from: string, { file }: TestCode, tree: TestTree): boolean {
  if (from.startsWith('.')) return tree.find(from, file) !== 'source'
  return !isBuiltin(from) && !runners.test(from)
}

/** Nothing is made of what it gives back: it is called for what it does. */
export function isForItself(call: Node, { parents }: TestCode): boolean {
  let at = call
  for (let parent = parents.get(at); parent !== undefined; parent = parents.get(at)) {
    if (parent.type === 'ExpressionStatement' || parent.type === 'ReturnStatement') return true
    if (isFunction(parent)) return parent.body === at
    if (!passing.has(parent.type) && !(parent.type === 'CallExpression' && isPromise(parent))) return false
    at = parent
  }
  return true
}

const passing = new Set<string>([
  'AwaitExpression',
  'ParenthesizedExpression',
  'ChainExpression',
  'UnaryExpression',
  'LogicalExpression',
  'ConditionalExpression',
  'SequenceExpression',
  'ArrayExpression',
])

function isPromise({ callee }: CallExpression): boolean {
  const { root } = chainOf(callee)
  return root.type === 'Identifier' && root.name === 'Promise'
}
