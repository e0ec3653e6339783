/** Tells code that may read the title of the test that runs it: under another name it may do something else. */
import type { TestCode } from '../asserted/test-code.ts'
import { functionOf } from '../asserted/tested.ts'
import { isFunction, keyName, type Node, within } from '../asserted/tree.ts'

const titleNames = /^(getState|currentTestName|fullName)$/
/** What a test's context has that says nothing of its title. */
const plainUses =
  /^(test|it|mock|before|after|beforeEach|afterEach|plan|assert|expect|diagnostic|signal|skip|todo|waitFor|runOnly|onTestFinished|onTestFailed)$/
const telling = /^(task|name|fullName|filePath|meta)$/

/** `expect.getState()`, `t.fullName`, wherever it stands. */
export const namesTitle = (node: Node): boolean =>
  (node.type === 'Identifier' && titleNames.test(node.name)) ||
  (node.type === 'Literal' && typeof node.value === 'string' && titleNames.test(node.value))

/** Of the function that a test or a hook is given: its first parameters may be rows of a table. */
export function readsContext(given: Node, code: TestCode, rows: 'all' | number): boolean {
  const run = functionOf(given, code)
  if (run === null || !isFunction(run) || run.body === null) return false
  const { body } = run
  if (run.type !== 'ArrowFunctionExpression')
    for (const each of within(body))
      if (each.type === 'ThisExpression' || (each.type === 'Identifier' && each.name === 'arguments')) return true
  return rows !== 'all' && run.params.slice(rows).some((each) => isTelling(each, body, code))
}

function isTelling(parameter: Node, body: Node, code: TestCode): boolean {
  if (parameter.type === 'ObjectPattern')
    return parameter.properties.some(
      (each) => each.type !== 'Property' || telling.test(keyName(each.key, each.computed) ?? 'name'),
    )
  if (parameter.type !== 'Identifier') return true
  const binding = code.named(parameter.name, body)
  if (binding === null || binding.writes.length > 0) return true
  return binding.uses.some((use) => {
    const parent = code.parents.get(use)
    if (parent?.type === 'CallExpression' && parent.callee === use) return false
    if (parent?.type !== 'MemberExpression' || parent.object !== use) return true
    return !plainUses.test(keyName(parent.property, parent.computed) ?? '')
  })
}
