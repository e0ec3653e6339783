import { SigmaError } from '@sigma/engine'

/** The failure that came first: one that ending something met afterwards (`SuppressedError`) is only its consequence. */
export function firstFailure(cause: unknown): unknown {
  return cause instanceof SuppressedError ? firstFailure(cause.suppressed) : cause
}

/** What a person reads of a failure: a sentence and a command; a fault of Sigma's own shows where it arose. */
export function failureText(failure: unknown): string {
  const cause = firstFailure(failure)
  if (cause instanceof SigmaError) {
    return cause.hint === null ? `error: ${cause.message}` : `error: ${cause.message}\nhint: ${cause.hint}`
  }
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return `error: Sigma itself failed; this is a bug.\nhint: sigma doctor\n${stack}`
}
