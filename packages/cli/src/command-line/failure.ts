import { SigmaError } from '@sigma/engine/reading'

/** What ended Sigma while a run was being played; the run itself stands as it was and can be resumed. */
export class RunFailure extends Error {
  readonly run: string

  constructor(run: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'RunFailure'
    this.run = run
  }
}

/** The failure that came first: one that ending something met afterwards (`SuppressedError`) is only its consequence. */
export function firstFailure(failure: unknown): unknown {
  if (failure instanceof SuppressedError) return firstFailure(failure.suppressed)
  return failure instanceof RunFailure ? firstFailure(failure.cause) : failure
}

/** The run that was being played when it happened; null: none had begun. */
export function runOfFailure(failure: unknown): string | null {
  if (failure instanceof SuppressedError) return runOfFailure(failure.suppressed)
  return failure instanceof RunFailure ? failure.run : null
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
