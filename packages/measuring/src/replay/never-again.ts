/**
 * Test files of which no call can be made again elsewhere: modules are others there than in the project, or tests compare what comes back
 * with how they are run. What else a test sets, as the time, is seen when a call is made (`runners/replay-world.cjs`).
 */
import { isBuiltin } from 'node:module'
import type { Node } from 'oxc-parser'
import { sourceOf } from '../asserted/source-of.ts'
import { readTestCode, type TestCode } from '../asserted/test-code.ts'
import { bare, chainOf, within } from '../asserted/tree.ts'
import { lineOf } from '../syntax/syntax.ts'

const replaces = /^(?:vi|jest)\.(?:mock|doMock|unstable_mockModule|setMock|hoisted)$|\bmock\.module$/
const spies = /^(?:vi|jest)\.(?:spyOn|replaceProperty)$|\bmock\.(?:method|getter|setter|property)$/

/** Says why, e.g. `its modules are others: vi.mock in line 3`; null: calls can be made again. */
export function neverAgain(file: string, text: string): string | null {
  const code = readTestCode(file, text)
  if (code === null) return 'its test file cannot be read'
  const called = code.calls.find(({ callee, arguments: [first] }) => {
    const name = text.slice(callee.start, callee.end)
    return replaces.test(name) || (spies.test(name) && first !== undefined && isOfModule(bare(first), code))
  })
  if (called !== undefined) {
    const { start, end } = called.callee
    return `its modules are others: ${text.slice(start, end)} in line ${lineOf(text, start)}`
  }
  for (const node of within(code.program)) {
    const shown = text.slice(node.start, node.end)
    if (isPage(node, code)) return `it is about a page: ${shown} in line ${lineOf(text, node.start)}`
    if (looks(node, shown)) return `its tests look at how they are run: ${shown} in line ${lineOf(text, node.start)}`
  }
  return null
}

/** Does the node name something that is another where no test is, and that honest source may answer? */
const looks = ({ type }: Node, shown: string): boolean =>
  (type === 'MemberExpression' && ofRuns.test(shown)) || (type === 'Identifier' && shown === 'NODE_ENV')
const ofRuns = /^(?:process\.(?:argv|std(?:out|err)\.(?:isTTY|columns|rows))|process\.env\.NODE_ENV|import\.meta\.env)$/

/** Is what a test spies on offered by a module, so that every test of the file meets the spy? Modules of Node are looked at when a call is made. */
function isOfModule(node: Node, code: TestCode): boolean {
  const origin = code.of(chainOf(node).root)?.origin
  if (origin?.kind === 'import') return !isBuiltin(origin.from)
  const value = origin?.kind === 'value' ? bare(origin.value) : node
  const from = loadedBy(value.type === 'AwaitExpression' ? bare(value.argument) : value)
  if (from?.type === 'Literal' && typeof from.value === 'string') return !isBuiltin(from.value)
  return sourceOf(node, code)?.isMade === false
}

/** Gives the name of the module that a call of `require` or `import` loads; undefined: the node is no such call. */
function loadedBy(call: Node): Node | undefined {
  if (call.type === 'ImportExpression') return call.source
  const isRequired =
    call.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name === 'require'
  return isRequired ? call.arguments[0] : undefined
}

function isPage(node: Node, code: TestCode): boolean {
  if (node.type !== 'Identifier' || (node.name !== 'document' && node.name !== 'window')) return false
  const parent = code.parents.get(node)
  return parent?.type === 'MemberExpression' && parent.object === node && code.of(node) === null
}
