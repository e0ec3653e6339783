/** Words a wrong command line: which argument or flag is missing, unknown or malformed. */
import {
  AliasNotFoundError,
  ArgumentParseError,
  EnumValidationError,
  FlagNotFoundError,
  InvalidNegatedFlagSyntaxError,
  UnexpectedFlagError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
} from '@stricli/core'

/** Reads stricli's errors by their classes: their names are gone in a minified release. */
export function argumentProblem(error: unknown): string {
  if (error instanceof FlagNotFoundError)
    return `There is no flag --${error.input}${orEnd(error.corrections.map((word) => `"--${kebab(word)}"`))}`
  if (error instanceof AliasNotFoundError) return `There is no flag -${error.input}.`
  if (error instanceof ArgumentParseError) {
    const { externalFlagNameOrPlaceholder: name, input, exception: cause } = error
    return `"${input}" can't be taken as ${name}: ${cause instanceof Error ? cause.message : String(cause)}`
  }
  if (error instanceof UnsatisfiedPositionalError) return `The argument <${error.placeholder}> is missing.`
  if (error instanceof UnexpectedPositionalError) return `There is one argument too many: "${error.input}".`
  if (error instanceof UnsatisfiedFlagError) return `The flag --${error.externalFlagName} needs a value.`
  if (error instanceof EnumValidationError)
    return `--${error.externalFlagName} takes ${error.values.join(' or ')}, not "${error.input}".`
  if (error instanceof InvalidNegatedFlagSyntaxError) return `The flag --${error.externalFlagName} takes no value.`
  if (error instanceof UnexpectedFlagError) return `The flag --${error.externalFlagName} stands there twice.`
  return String(error)
}

/** As help has it. */
export const kebab = (flag: string): string => flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const orEnd = (corrections: readonly string[]): string =>
  corrections.length === 0 ? '.' : `; did you mean ${corrections.join(' or ')}?`
