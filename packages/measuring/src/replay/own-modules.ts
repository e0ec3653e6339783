/**
 * Test files in which modules are others than in the project: what they call cannot be made again elsewhere. What else a test sets, as the
 * time, is seen when a call is made (`runners/replay-world.cjs`).
 */
import { isBuiltin } from 'node:module'
import type { Node } from 'oxc-parser'
import { sourceOf } from '../asserted/source-of.ts'
import { readTestCode, type TestCode } from '../asserted/test-code.ts'
import { bare, chainOf, within } from '../asserted/tree.ts'
import { lineOf } from '../syntax/syntax.ts'

const replaces = /^(?:vi|jest)\.(?:mock|doMock|unstable_mockModule|setMock|hoisted)$|\bmock\.module$/
const spies = /^(?:vi|jest)\.(?:spyOn|replaceProperty)$|\bmock\.(?:method|getter|setter|property)$/

/** Says where modules are others, e.g. `its modules are others: vi.mock in line 3`; null: nowhere. */
export function otherModulesIn(file: string, text: string): string | null {
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
  const page = [...within(code.program)].find((node) => isPage(node, code))
  return page === undefined
    ? null
    : `it is about a page: ${text.slice(page.start, page.end)} in line ${lineOf(text, page.start)}`
}

/** True: every test has it that uses the module. Node's own modules are looked at when a call is made. */
function isOfModule(node: Node, code: TestCode): boolean {
  const origin = code.of(chainOf(node).root)?.origin
  if (origin?.kind === 'import') return !isBuiltin(origin.from)
  const value = origin?.kind === 'value' ? bare(origin.value) : node
  const from = loadedBy(value.type === 'AwaitExpression' ? bare(value.argument) : value)
  if (from?.type === 'Literal' && typeof from.value === 'string') return !isBuiltin(from.value)
  return sourceOf(node, code)?.isMade === false
}

/** What `require` or `import` is given. */
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
