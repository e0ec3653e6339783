/** The code that a test runs, as far as its file shows it. */
import type { CallExpression, Node } from 'oxc-parser'
import { spend, type TestCode } from './test-code.ts'
import { bare, chainOf, isFunction, isInside, within } from './tree.ts'

const testers = /^(test|it|fit|xit|xtest|bench)$/

/**
 * The function that a test runs: its own, or one of the file under its name. Null where that cannot be told, e.g. where
 * the test is made by a function of somebody else's.
 */
export function bodyOf(call: CallExpression, code: TestCode): Node | null {
  const { root, names } = chainOf(call)
  if (root.type !== 'Identifier' || names.includes('prop')) return null
  if (!testers.test(root.name) && !names.some((name) => name !== null && testers.test(name))) return null
  const functions = call.arguments.flatMap((each) => {
    const found = functionOf(each, code)
    return found === null ? [] : [found]
  })
  const [only] = functions
  return only !== undefined && functions.length === 1 ? only : null
}

/** A function as it stands there, or the one that a name of the file stands for. */
export function functionOf(node: Node, code: TestCode): Node | null {
  const value = bare(node)
  if (isFunction(value)) return value
  const binding = code.of(value)
  if (binding === null || binding.writes.length > 0) return null
  if (binding.origin.kind === 'function') return binding.origin.node
  if (binding.origin.kind !== 'value' || binding.origin.isPart) return null
  const initial = bare(binding.origin.value)
  return isFunction(initial) ? initial : null
}

/** The body of a test, and of every function and class of the file that is named in it. */
export function reachedFrom(body: Node, code: TestCode): readonly Node[] {
  const reached = new Set<Node>([body])
  for (const root of reached) {
    for (const node of within(root)) {
      if (!spend(code)) return [...reached]
      if (node.type !== 'Identifier') continue
      const binding = code.of(node)
      if (binding === null) continue
      const { origin } = binding
      const found = origin.kind === 'class' ? origin.node : functionOf(node, code)
      if (found !== null && !isInside(found, root, code.parents)) reached.add(found)
    }
  }
  return [...reached]
}
