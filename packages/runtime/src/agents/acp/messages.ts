/**
 * What is read of the Agent Client Protocol, version 1. A field that is not as it should be is taken as absent, since agents
 * say more, less and other things from one version to the next; only what a message is for must be there.
 */
import type { Json } from '@sigma/protocol'
import { z } from 'zod'
import { id as idText, json, listOf, named, text } from './reading.ts'

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: Json | undefined
}

export interface RpcMessage {
  readonly id?: number | string | null | undefined
  readonly method?: string | undefined
  readonly params?: Json | undefined
  readonly result?: Json | undefined
  readonly error?: RpcError | undefined
}

export const messageSchema: z.ZodType<RpcMessage> = z.object({
  id: z.union([z.number(), idText, z.null()]).optional(),
  method: z.string().optional(),
  params: json.optional(),
  result: json.optional(),
  error: z
    .object({ code: z.number().catch(0), message: z.string().catch(''), data: json.optional() })
    .optional()
    .catch({ code: 0, message: '' }),
})

export interface Initialized {
  readonly protocolVersion: number
  readonly agentCapabilities: {
    readonly loadSession: boolean
    readonly mcpCapabilities: { readonly http: boolean }
    readonly sessionCapabilities: { readonly resume: boolean; readonly close: boolean }
  }
  readonly authMethods: readonly { readonly id: string; readonly name?: string | undefined }[]
}

const flag: z.ZodType<boolean> = z.boolean().catch(false)

export const initializedSchema: z.ZodType<Initialized> = z.object({
  protocolVersion: z.number(),
  agentCapabilities: z
    .object({
      loadSession: flag,
      mcpCapabilities: z.object({ http: flag }).catch({ http: false }),
      sessionCapabilities: z.object({ resume: named, close: named }).catch({ resume: false, close: false }),
    })
    .catch({
      loadSession: false,
      mcpCapabilities: { http: false },
      sessionCapabilities: { resume: false, close: false },
    }),
  authMethods: listOf(z.object({ id: z.string(), name: text })),
})

/** A choice of the session, such as its model; older programs tell models apart from the others. */
export interface Choice {
  readonly id: string
  readonly category?: string | undefined
  readonly currentValue?: string | undefined
  readonly options: readonly string[]
}

export interface Opened {
  /** Absent where the session was known. */
  readonly sessionId?: string | undefined
  readonly modes: readonly string[]
  readonly currentMode?: string | undefined
  readonly models: readonly string[]
  readonly currentModel?: string | undefined
  readonly choices: readonly Choice[]
}

const option: z.ZodType<readonly string[]> = z.union([
  z.object({ value: z.string() }).transform(({ value }) => [value]),
  z
    .object({ options: listOf(z.object({ value: z.string() })) })
    .transform(({ options }) => options.map((o) => o.value)),
])

const openedParts = z.object({
  // It is shown, kept, and said to the program again.
  sessionId: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional()
    .catch(undefined),
  modes: z
    .object({ currentModeId: text, availableModes: listOf(z.object({ id: z.string() })) })
    .optional()
    .catch(undefined),
  models: z
    .object({ currentModelId: text, availableModels: listOf(z.object({ modelId: z.string() })) })
    .optional()
    .catch(undefined),
  configOptions: listOf(
    z.object({ id: z.string(), category: text, currentValue: text, options: listOf(option) }).transform((each) => ({
      ...each,
      options: each.options.flat(),
    })),
  ),
})

export const openedSchema: z.ZodType<Opened> = openedParts.transform(({ sessionId, modes, models, configOptions }) => ({
  sessionId,
  modes: modes?.availableModes.map(({ id }) => id) ?? [],
  currentMode: modes?.currentModeId,
  models: models?.availableModels.map(({ modelId }) => modelId) ?? [],
  currentModel: models?.currentModelId,
  choices: configOptions,
}))
