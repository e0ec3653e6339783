/** What templates and scripts read of a context: the words of the TDD loop. A context of another protocol lacks them. */
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'

export interface ContextWords {
  readonly module: string | undefined
  readonly design: string | undefined
  readonly plan: string | undefined
  readonly signature: string | undefined
  /** As a word, e.g. `GREEN`. */
  readonly phase: string | undefined
  /** From 1; 0 is Phase 0. */
  readonly cycle: number | undefined
  readonly round: number | undefined
}

const text = z.string().optional().catch(undefined)
const whole = z.int().optional().catch(undefined)

const contextSchema = z.object({
  module: text,
  designPath: text,
  planPath: text,
  interfaceSignature: text,
  session: z.object({ phase: text, cycle: whole, round: whole }).partial().catch({}),
})

export function wordsIn(context: JsonObject): ContextWords {
  const { module, designPath, planPath, interfaceSignature, session } = contextSchema.parse(context)
  const { phase, cycle, round } = session
  return { module, design: designPath, plan: planPath, signature: interfaceSignature, phase, cycle, round }
}
