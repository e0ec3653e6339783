import { SigmaError } from '@sigma/engine'

/** What a person reads of a failure: a sentence and a command; a fault of Sigma's own shows where it arose. */
export function failureText(cause: unknown): string {
  if (cause instanceof SigmaError) {
    return cause.hint === null ? `error: ${cause.message}` : `error: ${cause.message}\nhint: ${cause.hint}`
  }
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return `error: Sigma itself failed; this is a bug.\nhint: sigma doctor\n${stack}`
}
