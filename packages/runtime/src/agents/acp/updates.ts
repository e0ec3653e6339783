/** What a program says while it plays a prompt, and when that ends. */
import type { Json, JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { openedSchema } from './messages.ts'
import { count, id, json, listOf, text } from './reading.ts'

/** An extension of two of the programs: how calls of their model fail, while they try again (`warning`) and at the end. */
const failure = z.object({
  severity: z.enum(['warning', 'error']),
  category: z.string().catch(''),
  title: z.string().catch(''),
})
export type Trouble = z.infer<typeof failure>

const trouble = z
  .object({ jetbrains: z.object({ air: z.object({ sessionFailure: failure }) }) })
  .transform(({ jetbrains }) => jetbrains.air.sessionFailure)
  .nullish()
  .catch(null)
  .transform((found) => found ?? null)

/** The capability by which a client asks for that extension. */
export const troubleCapability: JsonObject = { jetbrains: { air: { version: 1, capabilities: ['sessionFailure'] } } }

/** As a program counts them; what it leaves out is not known. */
const tokens = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedReadTokens: count,
  cachedWriteTokens: count,
  totalTokens: count,
})
export type Tokens = z.infer<typeof tokens>

/** How a prompt ended. `trouble`: it broke off, and says so beside what the protocol has words for. */
export const promptedSchema = z
  .object({ stopReason: z.string(), usage: tokens.nullish().catch(null), _meta: trouble })
  .transform(({ stopReason, usage, _meta }) => ({ stopReason, usage: usage ?? null, trouble: _meta }))
export type Prompted = z.infer<typeof promptedSchema>

/** What a message says of a tool call; what it does not say stays as it was. `changes`: paths of the changes that it shows. */
const callPart = z
  .object({
    toolCallId: id,
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
export type CallPart = z.infer<typeof callPart>

export const askedSchema = z.object({
  sessionId: z.string(),
  toolCall: callPart,
  options: listOf(z.object({ optionId: z.string(), kind: z.string() })),
})

export type Update =
  | { readonly kind: 'text' | 'thought'; readonly text: string }
  | { readonly kind: 'call'; readonly part: CallPart }
  /** Cost of the whole session so far. */
  | { readonly kind: 'cost'; readonly amount: number; readonly currency: string }
  | { readonly kind: 'model'; readonly name: string }
  | { readonly kind: 'trouble'; readonly trouble: Trouble }

const chunk = z.object({ content: z.object({ type: z.literal('text'), text: z.string() }) })
const updateKind = z.object({ sessionId: z.string(), update: z.looseObject({ sessionUpdate: z.string() }) })
const used = z.object({
  cost: z.object({ amount: z.number().nonnegative(), currency: z.string() }).optional().catch(undefined),
  _meta: z.object({ '_claude/model': z.string() }).optional().catch(undefined),
})
const info = z.object({ _meta: trouble })

/** What an update of a session says. */
export function readUpdate(params: Json): { readonly session: string; readonly updates: readonly Update[] } | null {
  const parsed = updateKind.safeParse(params)
  if (!parsed.success) return null
  const { sessionId: session, update } = parsed.data
  return { session, updates: updatesOf(update.sessionUpdate, update) }
}

function updatesOf(kind: string, update: unknown): readonly Update[] {
  switch (kind) {
    case 'agent_message_chunk':
    case 'agent_thought_chunk': {
      const { data } = chunk.safeParse(update)
      return data === undefined
        ? []
        : [{ kind: kind === 'agent_message_chunk' ? 'text' : 'thought', text: data.content.text }]
    }
    case 'tool_call':
    case 'tool_call_update': {
      const { data } = callPart.safeParse(update)
      return data === undefined ? [] : [{ kind: 'call', part: data }]
    }
    case 'usage_update': {
      const { cost, _meta: meta } = used.safeParse(update).data ?? {}
      return [
        ...(cost === undefined ? [] : [{ kind: 'cost' as const, ...cost }]),
        ...(meta === undefined ? [] : [{ kind: 'model' as const, name: meta['_claude/model'] }]),
      ]
    }
    case 'config_option_update': {
      const model = openedSchema.safeParse(update).data?.choices.find(({ category }) => category === 'model')
      return model?.currentValue === undefined ? [] : [{ kind: 'model', name: model.currentValue }]
    }
    case 'session_info_update': {
      const found = info.safeParse(update).data?._meta ?? null
      return found === null ? [] : [{ kind: 'trouble', trouble: found }]
    }
    default:
      return []
  }
}
