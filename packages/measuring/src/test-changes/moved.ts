/** A test that was moved is what it was only where its new file does nothing beside it that the old one did not. */
import { posix } from 'node:path'
import type { CallExpression } from 'oxc-parser'
import type { TestCode } from '../asserted/test-code.ts'
import { bare, chainOf, isFunction, type Node, within } from '../asserted/tree.ts'
import { tidy } from './spelling.ts'

/** `was`: the file that the test comes from, and the new one as it was. Tests that stood in neither may do anything before it runs. */
export function isQuietMove(was: readonly TestCode[], now: TestCode): boolean {
  const old = was.flatMap((code) => statementsOf(code.program).map((each) => ({ code, each })))
  const known = new Set(old.map(({ code, each }) => tidy(code.text.slice(each.start, each.end))))
  const imported = new Set(old.flatMap(({ code, each }) => placeOf(each, code.file) ?? []))
  const runs = new Set(was.flatMap((code) => code.calls.map((call) => runOf(call, code))))
  const isQuiet = (each: Node): boolean => {
    const from = placeOf(each, now.file)
    if (from !== null) return imported.has(from) || from.startsWith('node:')
    if (known.has(tidy(now.text.slice(each.start, each.end)))) return true
    const suite = suiteIn(each)
    if (suite !== null) return statementsOf(suite).every(isQuiet)
    const call = each.type === 'ExpressionStatement' ? bare(each.expression) : null
    return call?.type === 'CallExpression' ? runs.has(runOf(call, now)) : isStill(each)
  }
  return statementsOf(now.program).every(isQuiet)
}

function statementsOf(node: Node): readonly Node[] {
  if (node.type === 'Program' || node.type === 'BlockStatement') return [...node.body]
  return isFunction(node) && node.body !== null ? statementsOf(node.body) : [node]
}

/** What an import leads to, wherever it stands; null: no import. */
function placeOf(node: Node, file: string): string | null {
  if (node.type !== 'ImportDeclaration') return null
  const from = node.source.value
  return from.startsWith('.') ? posix.join(posix.dirname(file), from) : from
}

/** The function of a suite: it runs as the file is loaded. */
function suiteIn(node: Node): Node | null {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') return null
  const { root } = chainOf(node.expression)
  const isSuite = root.type === 'Identifier' && /^[fx]?(describe|suite|context)$/.test(root.name)
  return isSuite ? (node.expression.arguments.find(isFunction) ?? null) : null
}

const doing = new Set([
  ...['CallExpression', 'NewExpression', 'TaggedTemplateExpression', 'ImportExpression', 'AwaitExpression'],
  ...['AssignmentExpression', 'UpdateExpression', 'StaticBlock', 'Decorator', 'YieldExpression'],
])

/** A call without its first argument, which is the title of a test. */
const runOf = ({ callee, arguments: given }: CallExpression, { text }: TestCode): string =>
  JSON.stringify([callee, ...given.slice(1)].map((each) => tidy(text.slice(each.start, each.end))))

/** A declaration in which nothing is called or assigned. */
const isStill = (node: Node): boolean =>
  /^(VariableDeclaration|FunctionDeclaration|ClassDeclaration|TS\w+Declaration|EmptyStatement)$/.test(node.type) &&
  isStillValue(node)

function isStillValue(node: Node): boolean {
  for (const each of within(node, (inner) => !isFunction(inner))) {
    if (doing.has(each.type) || (each.type === 'UnaryExpression' && each.operator === 'delete')) return false
  }
  return true
}
