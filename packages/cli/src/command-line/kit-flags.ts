/** Flags that a kit brings as data, as the command line reads them. */
import type { Flag, GivenFlags } from '@sigma/engine'
import { type Declared, needed, percent, toggle, valued, wholeNumber } from '../commands/flags.ts'

export const flagsOf = (flags: Readonly<Record<string, Flag>>): Readonly<Record<string, Declared>> =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, flagOf(flag)]))

function flagOf(flag: Flag): Declared {
  if (flag.kind === 'boolean') return toggle(flag.brief)
  if (flag.kind === 'choice') return { kind: 'enum', values: flag.values, brief: flag.brief, optional: true }
  const { brief, placeholder } = flag
  if (flag.kind === 'texts') return { ...valued({ brief, placeholder, parse: String }), variadic: true }
  const read = { brief, placeholder, parse: parserOf(flag) }
  return flag.kind === 'text' && flag.needed === true ? needed(read) : valued(read)
}

function parserOf(flag: Exclude<Flag, { kind: 'boolean' | 'choice' | 'texts' }>): (typed: string) => string | number {
  switch (flag.kind) {
    case 'text':
    case 'file':
      return String
    case 'percent':
      return percent
    case 'number':
      return wholeNumber(flag.least, flag.most)
  }
}

/** Without those that were not given. */
export function givenIn(values: Readonly<Record<string, unknown>>): GivenFlags {
  const isGiven = (value: unknown): value is string | number | true | readonly string[] =>
    value === true || typeof value === 'string' || typeof value === 'number' || Array.isArray(value)
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (isGiven(value) ? [[name, value] as const] : [])),
  )
}
