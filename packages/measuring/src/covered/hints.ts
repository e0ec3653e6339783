/** Comments by which the author of code would take it out of its own measurement. */
import { parse } from '../syntax/syntax.ts'
import type { Range } from './unchanged.ts'

/** Lines of comments that the runner obeyed, outside of what is left out. */
export function hintsIn(file: string, code: string, obeys: RegExp, leftOut: readonly Range[]): readonly number[] {
  return parse(file, code)
    .comments.filter(({ value }) => obeys.test(value))
    .filter(({ start, end }) => !leftOut.some((range) => range.start <= start && end <= range.end))
    .map(({ start }) => code.slice(0, start).split('\n').length)
}
