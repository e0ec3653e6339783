/** What a prompt is made of, read at the edge from the Handoff as it is sent. */
import type { ToldTurn } from '@sigma/engine'
import { type Handoff, handoffSchema, type JsonObject, pathsIn } from '@sigma/protocol'
import { z } from 'zod'

const textSchema = z.string().catch('')
const findingSchema = z.object({ rule: textSchema, message: textSchema, remedy: textSchema })

const metadataSchema = z.object({
  role: z.string(),
  directive: z.string(),
  codes: z.array(z.string()),
  writable: z.array(z.string()),
  creatable: z.array(z.string()).default([]),
  refused: z.array(findingSchema).default([]),
})

/** Fails with a `ZodError` on what is no Handoff of an ask: that is a bug of the caller. */
export function toldTurn(document: unknown): ToldTurn {
  const handoff: Handoff = handoffSchema.parse(document)
  const metadata = metadataSchema.parse(handoff.metadata)
  const { task, context, from } = handoff
  return {
    ...metadata,
    from,
    task: task.type,
    purpose: task.purpose,
    parameters: task.parameters ?? {},
    context,
    phase: phaseIn(context) ?? task.type,
    documents: pathsIn(context).map(([, path]) => path),
  }
}

const contextSchema = z.object({ session: z.object({ phase: z.string() }) })

/** As the published context of a Handoff names it. */
function phaseIn(context: JsonObject): string | null {
  return contextSchema.safeParse(context).data?.session.phase ?? null
}
