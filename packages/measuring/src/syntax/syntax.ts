import { type ParseResult, parseSync } from 'oxc-parser'
import { isTooDeep } from './nesting.ts'

export interface Parsed {
  readonly program: ParseResult['program']
  /** Syntax errors, with the line they are in. */
  readonly errors: readonly string[]
  readonly comments: ParseResult['comments']
}

/** Parses JavaScript or TypeScript by the file's ending. Never throws. */
export function parse(file: string, text: string): Parsed {
  if (isTooDeep(file, text)) return { ...parse(file, ''), errors: ['line 1: nested too deeply to be read'] }
  const commonJs = /\.c[jt]s$/.test(file)
  const result = parseSync(file, text, { sourceType: commonJs ? 'script' : 'unambiguous' })
  const errors = result.errors
    .filter((error) => error.severity === 'Error')
    .map((error) => `line ${lineOf(text, error.labels[0]?.start ?? 0)}: ${error.message}`)
  return {
    program: result.program,
    errors,
    // Made only when it is asked for, which is seldom.
    get comments() {
      return result.comments
    },
  }
}

/** From 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The offset of a line and column, both from 1. */
export function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}
