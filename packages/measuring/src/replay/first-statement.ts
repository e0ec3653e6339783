import { parse } from '../syntax/syntax.ts'

/** Where the first statement of a text may stand: behind comments that a runner reads, and behind directives. */
export function firstStatementIn(file: string, text: string): number {
  const { body } = parse(file, text).program
  const directives = body.filter((node) => node.type === 'ExpressionStatement' && typeof node.directive === 'string')
  return directives.at(-1)?.end ?? body[0]?.start ?? text.length
}
