/** What is wrong with a definition, and where in it. */
import type { Finding } from '@sigma/protocol'

export interface DefinitionFault extends Finding {
  /** From the definition down, e.g. `steps`, 2, `next`. */
  readonly at: readonly (string | number)[]
}
