/** What the templates read of the context that a board gives to whom it asks. */
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'

const text = z.string().catch('')
const texts = z.array(z.string()).catch([])
const count = z.number().catch(0)

const phase = z.object({
  id: text,
  name: text,
  type: text,
  messages: count,
  limit: count,
  closed: z.string().nullable(),
})

const contextSchema = z.object({
  name: text,
  description: text,
  task: text,
  // An owner's.
  parentDescription: text,
  context: text,
  contextDrafted: z.boolean().catch(false),
  phases: z.array(phase).catch([]),
  decisions: texts,
  told: texts,
  /** What came since it was asked, put there by the host where it is begun again. */
  since: texts,
  // A seat's.
  role: text,
  phase: text,
  phaseName: text,
  phaseType: z.enum(['discussion', 'review', 'build', 'decision']).catch('discussion'),
  rules: text,
  limit: count,
  cares: texts,
  pushes: texts,
  lineage: texts,
  /** Messages of the phase so far, put there by the host when the turn begins (ROOM-153). */
  chat: text,
})

export type RoomWords = z.infer<typeof contextSchema>

export const wordsIn = (context: JsonObject): RoomWords => contextSchema.parse(context)
