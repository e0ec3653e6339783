/**
 * What is read of the Agent Client Protocol, version 1. A field that is not as it should be is taken as absent, since agents
 * say more, less and other things from one version to the next; only what a message is for must be there.
 */
import { z } from 'zod'
import { id as idText, json, listOf, named, text } from './reading.ts'

const errorSchema = z.object({ code: z.number().catch(0), message: z.string().catch(''), data: json.optional() })
export type RpcError = z.infer<typeof errorSchema>

export const messageSchema = z.object({
  id: z.union([z.number(), idText, z.null()]).optional(),
  method: z.string().optional(),
  params: json.optional(),
  result: json.optional(),
  error: errorSchema.optional().catch({ code: 0, message: '' }),
})

const flag = z.boolean().catch(false)
const nothing = { loadSession: false, mcpCapabilities: { http: false }, sessionCapabilities: { resume: false } }

export const initializedSchema = z.object({
  protocolVersion: z.number(),
  agentCapabilities: z
    .object({
      loadSession: flag,
      mcpCapabilities: z.object({ http: flag }).catch(nothing.mcpCapabilities),
      sessionCapabilities: z.object({ resume: named }).catch(nothing.sessionCapabilities),
    })
    .catch(nothing),
  authMethods: listOf(z.object({ id: z.string() })),
})
export type Initialized = z.infer<typeof initializedSchema>

const option = z.union([
  z.object({ value: z.string() }).transform(({ value }) => [value]),
  z
    .object({ options: listOf(z.object({ value: z.string() })) })
    .transform(({ options }) => options.map((o) => o.value)),
])

const modes = z.object({ currentModeId: text, availableModes: listOf(z.object({ id: z.string() })) })
/** Older programs tell models apart from the other choices. */
const models = z.object({ currentModelId: text, availableModels: listOf(z.object({ modelId: z.string() })) })
/** A choice of the session, such as its model. */
const choice = z
  .object({ id: z.string(), category: text, currentValue: text, options: listOf(option) })
  .transform((each) => ({ ...each, options: each.options.flat() }))

export const openedSchema = z
  .object({
    // Absent where the session was known. It is shown, kept, and said to the program again.
    sessionId: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/)
      .optional()
      .catch(undefined),
    modes: modes.optional().catch(undefined),
    models: models.optional().catch(undefined),
    configOptions: listOf(choice),
  })
  .transform(({ sessionId, configOptions: choices, ...offered }) => ({
    sessionId,
    choices,
    modes: offered.modes?.availableModes.map(({ id }) => id) ?? [],
    currentMode: offered.modes?.currentModeId,
    models: offered.models?.availableModels.map(({ modelId }) => modelId) ?? [],
    currentModel: offered.models?.currentModelId,
  }))
export type Opened = z.infer<typeof openedSchema>
