/** Flags and arguments, each a value that says how it is read. */
import { runsAndModules } from '../runs/proposals.ts'
import type { Context } from '../world.ts'

/** The words that a shell offers after what was typed so far. */
type Propose = (this: Context, partial: string) => readonly string[] | Promise<readonly string[]>

export interface Argument<Value = string> {
  readonly brief: string
  readonly placeholder: string
  readonly parse: (typed: string) => Value
  readonly proposeCompletions?: Propose
}

interface Toggle {
  readonly kind: 'boolean'
  readonly brief: string
  readonly default: boolean
  /** `--no-<flag>` takes away what is on by default. */
  readonly withNegated: boolean
}

interface Valued<Value> extends Argument<Value> {
  readonly kind: 'parsed'
}

export interface Optional {
  readonly optional: true
}

/** A flag. */
export type Declared =
  | Toggle
  | (Valued<unknown> & (Optional | { readonly default: string }) & { readonly variadic?: true | string })
  | (Valued<unknown> & { readonly optional?: never })
  | ({ readonly kind: 'enum'; readonly values: readonly string[]; readonly brief: string } & Optional)

/** The type that a flag or argument is read as. */
export type ReadFrom<Parameter> =
  | (Parameter extends Optional ? undefined : never)
  | (Parameter extends Toggle
      ? boolean
      : Parameter extends { readonly values: readonly (infer Word)[] }
        ? Word
        : Parameter extends { readonly variadic: unknown; readonly parse: (typed: string) => infer Value }
          ? readonly Value[]
          : Parameter extends { readonly parse: (typed: string) => infer Value }
            ? Value
            : never)

/** Off, unless it is given. */
export const toggle = (brief: string): Toggle => ({ kind: 'boolean', brief, default: false, withNegated: false })

/** On, unless `--no-<flag>` is given. */
export const untilNegated = (brief: string): Toggle => ({ kind: 'boolean', brief, default: true, withNegated: true })

export const jsonFlag: Toggle = toggle('Print JSON: one object, or one a line for streams')

/** For commands that play a run: their Result is JSON in any case. */
export const silentFlag: Toggle = toggle('Print the Result as JSON, no progress')

/** A word that must be there. */
export const word = (brief: string, placeholder: string, propose?: Propose): Argument => ({
  brief,
  placeholder,
  parse: String,
  ...(propose !== undefined && { proposeCompletions: propose }),
})

export const optional = <Value>(argument: Argument<Value>): Argument<Value> & Optional => ({
  ...argument,
  optional: true,
})

/** A flag with a value, which may be left out. */
export const valued = <Value>(argument: Argument<Value>): Valued<Value> & Optional => ({
  kind: 'parsed',
  ...argument,
  optional: true,
})

/** A flag without which the command does nothing. */
export const needed = <Value>(argument: Argument<Value>): Valued<Value> => ({ kind: 'parsed', ...argument })

/** The run that a command is about, by its name or what it is about; it may be left out. */
export const someRun = (brief: string, placeholder = 'run', propose: Propose = runsAndModules): Argument & Optional =>
  optional(word(brief, placeholder, propose))

/** Reads a whole number within bounds, or says what it wants. */
export function wholeNumber(least: number, most: number): (input: string) => number {
  return (input) => {
    const value = Number(input)
    if (/^\d+$/.test(input) && value >= least && value <= most) return value
    throw new Error(`a whole number from ${least} to ${most} is wanted.`)
  }
}

export function percent(input: string): number {
  const value = Number(input)
  if (/^\d+(\.\d+)?$/.test(input) && value <= 100) return value
  throw new Error('a percentage from 0 to 100 is wanted.')
}
