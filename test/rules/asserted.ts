/** Which rules a test file asserts: not words that stand in it, but what an `expect` of a test compares with. */
import { bare, chainOf, isFunction, within } from '../../packages/measuring/src/asserted/tree.ts'
import { parse } from '../../packages/measuring/src/syntax/syntax.ts'

type Node = Parameters<typeof bare>[0]
type Call = Extract<Node, { type: 'CallExpression' }>

/**
 * Rules that an expectation of a test is compared with, or that stand in a table that the test goes through. What is
 * expected not to be (`.not`) counts as nothing, and neither do comments.
 */
export function assertedIn(file: string, text: string): ReadonlySet<string> {
  const { program } = parse(file, text)
  const nodes = [...within(program)]
  const tables = new Map(nodes.flatMap(tableIn))
  const words = nodes.flatMap((node) => {
    const run = node.type === 'CallExpression' ? runOf(node) : null
    if (run === null || node.type !== 'CallExpression') return []
    const expected = [...within(run)].flatMap(expectedBy)
    if (expected.length === 0) return []
    const named = [...rowsOf(node.callee), run].flatMap((from) => [...within(from)].flatMap(nameIn))
    const rows = [...rowsOf(node.callee), ...[...new Set(named)].flatMap((name) => tables.get(name) ?? [])]
    const from = [...expected, ...rows]
    return [...from.flatMap(textsBelow).filter(isRuleLike), ...from.flatMap(underRule)]
  })
  return new Set(words)
}

/** A constant that is a list or a table, by its name. */
function tableIn(node: Node): readonly (readonly [string, Node])[] {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init === null) return []
  const made = bare(node.init)
  return made.type === 'ArrayExpression' || made.type === 'ObjectExpression' ? [[node.id.name, made]] : []
}

/** What `test('…', () => { … })` and `test.each(…)('…', …)` run; null: no test, or one that is skipped. */
function runOf(call: Call): Node | null {
  const { root, names } = chainOf(call.callee)
  if (root.type !== 'Identifier' || root.name !== 'test') return null
  if (names.some((name) => name === 'skip' || name === 'todo')) return null
  return call.arguments.map((each) => bare(each)).find(isFunction) ?? null
}

/** The rows of `test.each(rows)`, `test.for(rows)`. */
function rowsOf(callee: Node): readonly Node[] {
  const made = bare(callee)
  return made.type === 'CallExpression' ? made.arguments.map((each) => bare(each)) : []
}

function expectedBy(node: Node): readonly Node[] {
  if (node.type !== 'CallExpression') return []
  const { root, names } = chainOf(node.callee)
  const isExpectation = root.type === 'Identifier' && root.name === 'expect' && names.length > 0
  return isExpectation && !names.includes('not') ? node.arguments : []
}

const nameIn = (node: Node): readonly string[] => (node.type === 'Identifier' ? [node.name] : [])

/** A single word may mean anything, but where it is called a rule. */
const isRuleLike = (text: string): boolean => /^[a-z]+(-[a-z]+)+$/.test(text)

const underRule = (node: Node): readonly string[] =>
  [...within(node)].flatMap((each) => {
    const isRule = each.type === 'Property' && each.key.type === 'Identifier' && /^rules?$/.test(each.key.name)
    return isRule ? textsBelow(each.value) : []
  })

const textsBelow = (node: Node): readonly string[] =>
  [...within(node)].flatMap((each) => {
    if (each.type === 'Literal' && typeof each.value === 'string') return [each.value]
    return each.type === 'TemplateElement' ? [each.value.cooked ?? each.value.raw] : []
  })
