/** A failure that a person can act on: a stable code for programs, a sentence, and a hint that is a command. */
export class SigmaError extends Error {
  readonly code: string
  readonly hint: string | null

  constructor(code: string, sentence: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(sentence, { cause: options.cause })
    this.name = 'SigmaError'
    this.code = code
    this.hint = options.hint ?? null
  }
}
