/** A test file as code: read once, and asked for the tests and the names in it. */
import type { CallExpression, Node } from 'oxc-parser'
import { innermostAt } from '../runners/focus.ts'
import { offsetOf, type Parsed, parse } from '../syntax/syntax.ts'
import { type Bindings, bindingsOf } from './bindings.ts'

export interface TestCode extends Bindings {
  readonly file: string
  readonly text: string
  readonly program: Node
  /** Every call, in the order of the text. */
  readonly calls: readonly CallExpression[]
  /** Steps left for reading this file; at 0 nothing more is looked up, and what is not known stays unknown. */
  readonly effort: { left: number }
  /** Names, helpers and loops are taken as they are written: to see through them would cost too much. */
  readonly isPlain: boolean
  /** Read when they are asked for, which is seldom. */
  readonly comments: () => Parsed['comments']
}

/** Spends effort; true while some is left. */
export function spend({ effort }: TestCode, steps = 1): boolean {
  effort.left -= steps
  return effort.left > 0
}

/** More text than this is not looked into. */
const mostCharacters = 1_000_000
/** Far more than what people write needs; code may be written so that every name stands for a hundred others. */
const mostSteps = 1_000_000

/** Null: the text cannot be parsed, is nested too deeply, or is too long. */
export function readTestCode(file: string, text: string, isPlain = false): TestCode | null {
  if (text.length > mostCharacters) return null
  const parsed = parse(file, text)
  const { program, errors } = parsed
  if (errors.length > 0) return null
  const bindings = bindingsOf(program)
  const calls = [...bindings.parents.keys()].filter((node) => node.type === 'CallExpression')
  return {
    file,
    text,
    program,
    calls,
    effort: { left: mostSteps },
    isPlain,
    comments: () => parsed.comments,
    ...bindings,
  }
}

/** The call that defines a test, by the place that the runner reports: where it begins, or its parenthesis. */
export function callAtPlace(code: TestCode, line: number, column: number): CallExpression | null {
  if (line === 0) return null
  if (!spend(code, 1_000)) return null
  const found = innermostAt(code.calls, offsetOf(code.text, line, column))
  // `test.each(table)` of `test.each(table)(name, run)`
  const parent = found === null ? undefined : code.parents.get(found)
  return parent?.type === 'CallExpression' && parent.callee === found ? parent : found
}
