/** What a function may return in the place of what it does: something of its kind that says nothing (Niedermayr 2016, Descartes). */
import type { FunctionNode, Node } from '../../packages/measuring/src/asserted/tree.ts'

const tests: ReadonlySet<string> = new Set(['filter', 'some', 'every', 'find', 'findLast', 'findIndex'])

/** Values for a function to return instead; none: it returns only this anyway. */
export function valuesOf(text: string, node: FunctionNode, parent: Node | null): readonly string[] {
  const { returnType } = node
  const kind = returnType === null || returnType === undefined ? null : text.slice(returnType.start + 1, returnType.end)
  const found = kind === null ? ofUse(text, parent) : ofKind(kind.trim())
  const isPromise = !node.async && kind?.trim().startsWith('Promise<') === true
  const values = isPromise ? found.map((value) => `Promise.resolve(${value})`) : found
  return values.filter((value) => value !== onlyValue(text, node))
}

function ofKind(kind: string): readonly string[] {
  const promised = /^Promise<(.*)>$/s.exec(kind)?.[1]
  if (promised !== undefined) return ofKind(promised)
  if (kind === 'boolean' || / is /.test(kind) || kind.startsWith('asserts ')) return ['true', 'false']
  if (/(^|\| )null$/.test(kind)) return ['null']
  if (/^(readonly )?[^|]*\[\]$/s.test(kind) || /^(Readonly)?Array</.test(kind)) return ['[]']
  if (/^(Readonly)?Set</.test(kind)) return ['new Set()']
  if (/^(Readonly)?Map</.test(kind)) return ['new Map()']
  if (kind === 'string') return ["''"]
  if (kind === 'number') return ['0']
  if (kind === 'Reasons') return ['({refused:[],unjudged:[]})']
  if (kind === 'Verdict') return ["'pass'"]
  return ['undefined']
}

/** Values for a function without a return type, by what it is used for. */
function ofUse(text: string, parent: Node | null): readonly string[] {
  if (parent?.type === 'VariableDeclarator' && /^(is|has|can) ?[A-Z]/.test(text.slice(parent.id.start, parent.id.end)))
    return ['true', 'false']
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return ['undefined']
  const { property } = parent.callee
  const called = property.type === 'Identifier' ? property.name : ''
  if (tests.has(called)) return ['true', 'false']
  if (called === 'flatMap') return ['[]']
  return /ort(ed)?$/.test(called) ? ['0'] : ['undefined']
}

function onlyValue(text: string, { body }: FunctionNode): string | null {
  if (body === null) return null
  if (body.type !== 'BlockStatement') return text.slice(body.start, body.end)
  const [statement, second] = body.body
  if (statement?.type !== 'ReturnStatement' || second !== undefined) return null
  return statement.argument === null ? 'undefined' : text.slice(statement.argument.start, statement.argument.end)
}
