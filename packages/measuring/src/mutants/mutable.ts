/** Whether lines of a file hold something that every tool for mutants plants in: a report without a mutant there says nothing. */
import { Visitor } from 'oxc-parser'
import { parse } from '../syntax/syntax.ts'
import type { ChangedSource } from './changed-source.ts'

interface Span {
  readonly start: number
  readonly end: number
}

const operators: ReadonlySet<string> = new Set(['-', '*', '/', '%', '<', '<=', '>', '>=', '==', '!=', '===', '!=='])

/** True of a file that cannot be read, too: nobody can tell that there is nothing in it. */
export function isMutable({ path, text, lines }: ChangedSource): boolean {
  const { program, errors } = parse(path, text)
  if (errors.length > 0) return true
  const lineAt = lineFinder(text)
  let found = false
  const look = ({ start, end }: Span): void => {
    if (found) return
    for (let line = lineAt(start); line <= lineAt(end - 1); line += 1) if (!lines.has(line)) return
    found = true
  }
  const lookInto = (body: (Span & { readonly type: string; readonly body?: unknown }) | null): void => {
    if (body?.type !== 'BlockStatement' && body?.type !== 'FunctionBody') return
    if (Array.isArray(body.body) && body.body.length > 0) look(body)
  }
  new Visitor({
    BinaryExpression: (node) => {
      if (operators.has(node.operator)) look(node)
    },
    LogicalExpression: look,
    ConditionalExpression: ({ test }) => look(test),
    IfStatement: ({ test }) => look(test),
    UpdateExpression: look,
    FunctionDeclaration: ({ body }) => lookInto(body),
    ArrowFunctionExpression: (node) => {
      if (node.expression) look(node)
      else lookInto(node.body)
    },
    MethodDefinition: ({ kind, value }) => {
      if (kind !== 'constructor') lookInto(value.body)
    },
  }).visit(program)
  return found
}

/** From offsets to numbers of lines, from 1. */
function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const next = starts.findIndex((start) => start > offset)
    return next < 0 ? starts.length : next
  }
}
