import type { ToldTurn } from '@sigma/engine'
import { type JsonObject, pathsIn, type TurnHandoff } from '@sigma/protocol'
import { z } from 'zod'

/** What a prompt is made of, from the Handoff as it is sent. */
export function toldTurn({ from, task, context, metadata: { creatable = [], ...metadata } }: TurnHandoff): ToldTurn {
  const { type, purpose, parameters = {} } = task
  const documents = pathsIn(context).map(([, path]) => path)
  const phase = phaseIn(context) ?? type
  return { ...metadata, creatable, from, task: type, purpose, parameters, context, phase, documents }
}

const contextSchema = z.object({ session: z.object({ phase: z.string() }) })

/** The phase, as the published context of a Handoff names it. */
function phaseIn(context: JsonObject): string | null {
  return contextSchema.safeParse(context).data?.session.phase ?? null
}
