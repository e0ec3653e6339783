/** How a command is declared: what it is called for, its flags, what stands beside them, and what plays it. */
import { buildCommand, type Command, type TypedCommandParameters } from '@stricli/core'
import type { ExitCode } from '../errors.ts'
import type { Context } from '../world.ts'
import type { Argument, Declared, ReadFrom } from './flags.ts'

/** The values of flags, by the flags' names. */
export type FlagsOf<Flags> = { readonly [Name in keyof Flags]: ReadFrom<Flags[Name]> }

/** The values of arguments, in their order; a lone argument may have as many as are typed. */
type WordsOf<Takes> = Takes extends readonly Argument<unknown>[]
  ? { readonly [At in keyof Takes]: ReadFrom<Takes[At]> }
  : readonly ReadFrom<Takes>[]

interface Spec<Flags, Takes> {
  readonly brief: string
  /** The text of `--help`, where it is not the brief. */
  readonly about?: string
  readonly flags: Flags
  /** Flags by their letters. */
  readonly aliases?: Readonly<Partial<Record<string, keyof Flags>>>
  /** A list of arguments, or a lone one that may be typed any number of times. */
  readonly takes?: Takes
  readonly plays: (context: Context, flags: FlagsOf<Flags>, ...words: WordsOf<Takes>) => ExitCode | Promise<ExitCode>
}

export function command<
  const Flags extends Readonly<Record<string, Declared>>,
  const Takes extends readonly Argument<unknown>[] | Argument<unknown> = [],
>({ brief, about = brief, flags, aliases, takes, plays }: Spec<Flags, Takes>): Command<Context> {
  const positional = Array.isArray(takes)
    ? { kind: 'tuple', parameters: takes }
    : takes !== undefined && { kind: 'array', parameter: takes }
  const parameters = { flags, ...(aliases !== undefined && { aliases }), ...(positional !== false && { positional }) }
  return buildCommand<FlagsOf<Flags>, WordsOf<Takes>, Context>({
    docs: { brief, fullDescription: about },
    // as: flags and arguments are data here, and stricli wants to know each by its name and type.
    parameters: parameters as unknown as TypedCommandParameters<FlagsOf<Flags>, WordsOf<Takes>, Context>,
    async func(this: Context, read: FlagsOf<Flags>, ...words: WordsOf<Takes>) {
      this.process.exitCode = await plays(this, read, ...words)
    },
  })
}
