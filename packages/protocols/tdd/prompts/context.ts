/** What the templates read of the context that the loop gives to whom it asks. */
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'

export interface ContextWords {
  readonly module: string
  readonly design: string
  /** Empty: there is none. */
  readonly plan: string
  readonly signature: string
}

const text = z.string().catch('')

const contextSchema = z.object({ module: text, designPath: text, planPath: text, interfaceSignature: text })

export function wordsIn(context: JsonObject): ContextWords {
  const { module, designPath: design, planPath: plan, interfaceSignature: signature } = contextSchema.parse(context)
  return { module, design, plan, signature }
}
