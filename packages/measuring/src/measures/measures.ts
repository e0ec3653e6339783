/** The numbers of some files, before and after a refactoring (SIG-45). */
import { z } from 'zod'
import type { ReadBy } from '../schema.ts'
import { parse } from '../syntax/syntax.ts'
import { complexityOf, type FunctionComplexity } from './complexity.ts'
import { type Code, duplicationOf } from './duplication.ts'

const measures = z.object({
  /** Files that were measured. */
  files: z.array(z.string()),
  /** Files that cannot be parsed, or are too much to be looked into: nothing is known of them. */
  unread: z.array(z.string()),
  decisions: z.number(),
  cognitive: z.number(),
  tokens: z.number(),
  duplicated: z.number(),
  /** At most five, the longest first. */
  copies: z.array(z.string()),
  /** The function with the most ways through it, as `<file>:<line> <name>`; null: no code at all. */
  worst: z.object({ place: z.string(), cyclomatic: z.number(), cognitive: z.number() }).nullable(),
})
export type Measures = ReadBy<typeof measures>

/** Both sides over the same files; a file that only one of them has is measured where it is. */
export const comparisonSchema = z.object({
  of: z.enum(['tests', 'implementation']),
  before: measures,
  after: measures,
})
export type Comparison = ReadBy<typeof comparisonSchema>

const mostCharacters = 1_000_000

/** Null: it cannot be read. */
function readCode(file: string, text: string): Code | null {
  if (text.length > mostCharacters) return null
  const { program, errors, comments } = parse(file, text)
  return errors.length > 0 ? null : { file, text, program, comments }
}

export function measure(texts: ReadonlyMap<string, string>): Measures {
  const read = [...texts].map(([file, text]) => ({ file, code: readCode(file, text) }))
  const codes = read.flatMap(({ code }) => (code === null ? [] : [code]))
  const counted = codes.map((code) => ({ file: code.file, ...complexityOf(code.program, code.text) }))
  const functions = counted.flatMap(({ file, functions: own }) => own.map((each) => ({ file, each })))
  const [worst] = functions.toSorted((a, b) => weightOf(b.each) - weightOf(a.each))
  return {
    files: codes.map(({ file }) => file),
    unread: read.filter(({ code }) => code === null).map(({ file }) => file),
    decisions: counted.reduce((sum, { decisions }) => sum + decisions, 0),
    cognitive: counted.reduce((sum, { cognitive }) => sum + cognitive, 0),
    ...duplicationOf(codes),
    worst:
      worst === undefined
        ? null
        : {
            place: `${worst.file}:${worst.each.line} ${worst.each.name}`,
            cyclomatic: worst.each.cyclomatic,
            cognitive: worst.each.cognitive,
          },
  }
}

const weightOf = ({ cyclomatic, cognitive }: FunctionComplexity): number => cyclomatic * 1_000 + cognitive
