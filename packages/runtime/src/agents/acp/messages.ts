/**
 * What is read of the Agent Client Protocol, version 1. A field that is not as it should be is taken as absent, since agents
 * say more, less and other things from one version to the next; only what a message is for must be there.
 */
import type { Json } from '@sigma/protocol'
import { z } from 'zod'

/** It was parsed from JSON: anything is. */
const json: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined)
const text: z.ZodType<string | undefined> = z.string().optional().catch(undefined)
const count: z.ZodType<number | undefined> = z.number().nonnegative().optional().catch(undefined)
/** A capability that is said by an object, empty or not. */
const named: z.ZodType<boolean> = z
  .unknown()
  .transform((value) => typeof value === 'object' && value !== null)
  .pipe(z.boolean())

/** Of a list, what can be read. */
function listOf<T>(item: z.ZodType<T>): z.ZodType<readonly T[]> {
  return z
    .array(z.unknown())
    .catch([])
    .transform((all) =>
      all.flatMap((each) => {
        const read = item.safeParse(each)
        return read.success ? [read.data] : []
      }),
    )
}

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
  id: z.union([z.number(), z.string(), z.null()]).optional(),
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

const opened = z.object({
  sessionId: text,
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

export const openedSchema: z.ZodType<Opened> = opened.transform(({ sessionId, modes, models, configOptions }) => ({
  sessionId,
  modes: modes?.availableModes.map(({ id }) => id) ?? [],
  currentMode: modes?.currentModeId,
  models: models?.availableModels.map(({ modelId }) => modelId) ?? [],
  currentModel: models?.currentModelId,
  choices: configOptions,
}))

export interface Prompted {
  readonly stopReason: string
  readonly usage: Tokens | null
  readonly meta: Json
}

/** As a program counts them; what it leaves out is not known. */
export interface Tokens {
  readonly input?: number | undefined
  readonly output?: number | undefined
  readonly cachedRead?: number | undefined
  readonly cachedWrite?: number | undefined
  readonly total?: number | undefined
}

const tokens: z.ZodType<Tokens> = z
  .object({
    inputTokens: count,
    outputTokens: count,
    cachedReadTokens: count,
    cachedWriteTokens: count,
    totalTokens: count,
  })
  .transform(({ inputTokens, outputTokens, cachedReadTokens, cachedWriteTokens, totalTokens }) => ({
    total: totalTokens,
    input: inputTokens,
    output: outputTokens,
    cachedRead: cachedReadTokens,
    cachedWrite: cachedWriteTokens,
  }))

export const promptedSchema: z.ZodType<Prompted> = z
  .object({ stopReason: z.string(), usage: tokens.nullish().catch(null), _meta: json.optional() })
  .transform(({ stopReason, usage, _meta }) => ({ stopReason, usage: usage ?? null, meta: _meta ?? null }))

/** What a message says of a tool call; what it does not say stays as it was. */
export interface CallPart {
  readonly toolCallId: string
  readonly name?: string | undefined
  readonly title?: string | undefined
  readonly kind?: string | undefined
  readonly status?: string | undefined
  readonly locations: readonly string[]
  /** Paths of the changes that it shows. */
  readonly changes: readonly string[]
  readonly rawInput?: Json | undefined
  readonly meta: Json
}

const callPart: z.ZodType<CallPart> = z
  .object({
    toolCallId: z.string(),
    name: text,
    title: text,
    kind: text,
    status: text,
    locations: listOf(z.object({ path: z.string() })),
    content: listOf(z.object({ type: z.literal('diff'), path: z.string() })),
    rawInput: json.optional(),
    _meta: json.optional(),
  })
  .transform(({ locations, content, _meta, ...part }) => ({
    ...part,
    locations: locations.map(({ path }) => path),
    changes: content.map(({ path }) => path),
    meta: _meta ?? null,
  }))

export interface Asked {
  readonly sessionId: string
  readonly toolCall: CallPart
  readonly options: readonly { readonly optionId: string; readonly kind: string }[]
  readonly meta: Json
}

export const askedSchema: z.ZodType<Asked> = z
  .object({
    sessionId: z.string(),
    toolCall: callPart,
    options: listOf(z.object({ optionId: z.string(), kind: z.string() })),
    _meta: json.optional(),
  })
  .transform(({ _meta, ...asked }) => ({ ...asked, meta: _meta ?? null }))

export type Update =
  | { readonly kind: 'text' | 'thought'; readonly text: string }
  | { readonly kind: 'call'; readonly part: CallPart }
  | { readonly kind: 'cost'; readonly amount: number; readonly currency: string }
  | { readonly kind: 'model'; readonly name: string }

const chunk = z.object({ content: z.object({ type: z.literal('text'), text: z.string() }) })
const updateKind = z.object({ sessionId: z.string(), update: z.looseObject({ sessionUpdate: z.string() }) })
const costSchema = z.object({ cost: z.object({ amount: z.number().nonnegative(), currency: z.string() }) })

/** What an update of a session says; null: nothing that is read here. */
export function readUpdate(params: Json): { readonly session: string; readonly update: Update } | null {
  const parsed = updateKind.safeParse(params)
  if (!parsed.success) return null
  const { sessionId: session, update } = parsed.data
  const read = updateOf(update.sessionUpdate, update)
  return read === null ? null : { session, update: read }
}

function updateOf(kind: string, update: unknown): Update | null {
  switch (kind) {
    case 'agent_message_chunk':
    case 'agent_thought_chunk': {
      const { data } = chunk.safeParse(update)
      return data === undefined
        ? null
        : { kind: kind === 'agent_message_chunk' ? 'text' : 'thought', text: data.content.text }
    }
    case 'tool_call':
    case 'tool_call_update': {
      const { data } = callPart.safeParse(update)
      return data === undefined ? null : { kind: 'call', part: data }
    }
    case 'usage_update': {
      const { data } = costSchema.safeParse(update)
      return data === undefined ? null : { kind: 'cost', ...data.cost }
    }
    case 'config_option_update': {
      const { data } = opened.safeParse(update)
      const model = data?.configOptions.find(({ category }) => category === 'model')?.currentValue
      return model === undefined ? null : { kind: 'model', name: model }
    }
    default:
      return null
  }
}
