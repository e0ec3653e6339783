import { bare, chainOf, isFunction, within } from '../packages/measuring/src/asserted/tree.ts'
import { lineOf, parse } from '../packages/measuring/src/syntax/syntax.ts'

type Node = Parameters<typeof bare>[0]

export interface Citations {
  /** Ids that a test of the file cites with the first statements of its body, in the order of the text. */
  readonly ids: readonly string[]
  /** Lines of other calls of `proves`: they may never run, or name no id. */
  readonly misplaced: readonly number[]
}

/** What a test file says that it proves. Texts and comments that look like a citation are none. */
export function citationsIn(file: string, text: string): Citations {
  const { program, errors } = parse(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors.join(', ')}`)
  const nodes = [...within(program)]
  const cited = nodes.flatMap(bodyOfTest).flatMap(leadingCitations)
  const calls = new Set(cited.map(({ call }) => call))
  return {
    ids: cited.flatMap(({ ids }) => ids),
    misplaced: nodes.filter((node) => isProves(node) && !calls.has(node)).map(({ start }) => lineOf(text, start)),
  }
}

/** Statements of what `test('…', () => { … })`, `test.each(…)('…', …)` and the like run; none for a test that is skipped. */
function bodyOfTest(node: Node): readonly (readonly Node[])[] {
  if (node.type !== 'CallExpression') return []
  const { root, names } = chainOf(node.callee)
  if (root.type !== 'Identifier' || root.name !== 'test') return []
  if (names.some((name) => name === 'skip' || name === 'todo')) return []
  return node.arguments.flatMap((argument) => {
    const run = bare(argument)
    return isFunction(run) && run.body?.type === 'BlockStatement' ? [run.body.body] : []
  })
}

function leadingCitations(
  statements: readonly Node[],
): readonly { readonly call: Node; readonly ids: readonly string[] }[] {
  const after = statements.filter((each) => !isNeeds(each))
  const first = after.findIndex((each) => citationOf(each) === null)
  return after.slice(0, first === -1 ? undefined : first).flatMap((each) => citationOf(each) ?? [])
}

/** `needs('bubblewrap')`, in a case of the test or in all: a machine without it says so. */
function isNeeds(statement: Node): boolean {
  if (statement.type === 'IfStatement') return statement.alternate === null && isNeeds(statement.consequent)
  return statement.type === 'ExpressionStatement' && isCallOf('needs', bare(statement.expression))
}

function citationOf(statement: Node): { readonly call: Node; readonly ids: readonly string[] } | null {
  if (statement.type !== 'ExpressionStatement') return null
  const call = bare(statement.expression)
  if (call.type !== 'CallExpression' || !isProves(call)) return null
  const ids = call.arguments.flatMap((each) =>
    each.type === 'Literal' && typeof each.value === 'string' ? each.value : [],
  )
  return ids.length > 0 && ids.length === call.arguments.length ? { call, ids } : null
}

const isProves = (node: Node): boolean => isCallOf('proves', node)

function isCallOf(name: string, node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = bare(node.callee)
  return callee.type === 'Identifier' && callee.name === name
}
