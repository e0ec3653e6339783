/** Mutants that behave as the source does, each with the reason. */
export interface Equivalent {
  readonly file: string
  readonly within: string
  /** As the tool tells it. */
  readonly what: string
  readonly why: string
}

export const equivalents: readonly Equivalent[] = []
