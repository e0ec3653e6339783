/** Claude Code's messages as events of any agent. */
import type { Usage } from '@sigma/protocol'
import type { AgentEvent } from '../adapter.ts'
import { added } from '../amounts.ts'
import { endOf } from './endings.ts'
import type { Message, ModelUsage, Tokens } from './messages.ts'
import { toolCallOf } from './tools.ts'

type Told = Message<'system' | 'stream_event' | 'assistant' | 'user' | 'rate_limit_event' | 'result'>

export interface Reader {
  read(message: Told): readonly AgentEvent[]
  /** Notes that Sigma refused this call. */
  refused(id: string): void
}

/** Bound of the ids that are kept; older calls are over. */
const mostRemembered = 1_000

function remember(ids: Set<string>, id: string): void {
  ids.add(id)
  const [oldest] = ids.size > mostRemembered ? ids : []
  if (oldest !== undefined) ids.delete(oldest)
}

export type SessionKind = 'new' | 'resumed'

export function readerOf(now: () => number, session: SessionKind): Reader {
  /** Ids of messages that came in pieces, and need not be told again when they are whole. */
  const told = new Set<string>()
  const refused = new Set<string>()
  let model: string | null = null
  let live: Usage = {}
  let exact: Usage | null = null
  let error: string | null = null
  let resetsAt: number | null = null

  const content = (message: Message<'assistant'>): readonly AgentEvent[] => {
    const { id, content, model: by } = message.message
    const isSub = typeof message.parent_tool_use_id === 'string'
    // The program's own message in place of the model's: that the model could not be reached.
    const isOwn = by === '<synthetic>'
    error = message.error ?? (isOwn ? 'unknown' : null)
    return content.flatMap((block): readonly AgentEvent[] => {
      if (block.type === 'tool_use') return [{ kind: 'tool-call', call: toolCallOf(block.id, block.name, block.input) }]
      if (told.has(id) || isOwn) return []
      if (block.type === 'text') return [{ kind: isSub ? 'thought' : 'text', text: block.text }]
      return block.type === 'thinking' ? [{ kind: 'thought', text: block.thinking }] : []
    })
  }
  const streamed = ({ event, parent_tool_use_id }: Message<'stream_event'>): readonly AgentEvent[] => {
    if (event.type === 'message_start') {
      remember(told, event.message.id)
      return counted(event.message.usage)
    }
    const { delta } = event
    if (delta.type === 'thinking_delta') return [{ kind: 'thought', text: delta.thinking }]
    // Text of a subagent is no answer of the agent.
    return [{ kind: typeof parent_tool_use_id === 'string' ? 'thought' : 'text', text: delta.text }]
  }
  /** Usage while the prompt goes on, as a lower bound; the result is exact. */
  const counted = (tokens: Tokens | undefined): readonly AgentEvent[] => {
    if (tokens === undefined) return []
    live = {
      inputTokens: (live.inputTokens ?? 0) + allInput(tokens),
      outputTokens: (live.outputTokens ?? 0) + (tokens.output_tokens ?? 0),
      cachedTokens: (live.cachedTokens ?? 0) + (tokens.cache_read_input_tokens ?? 0),
    }
    return [{ kind: 'usage', usage: live }]
  }
  const results = (message: Message<'user'>): readonly AgentEvent[] => {
    const { content } = message.message
    if (typeof content === 'string') return []
    return content.flatMap((block): readonly AgentEvent[] => {
      if (block.type !== 'tool_result') return []
      const { tool_use_id: id, is_error = false } = block
      const decision = message.tool_result_meta?.find((each) => each.id === id)?.permission_decision?.decision
      return [{ kind: 'tool-result', id, isError: is_error, denied: refused.has(id) || decision === 'reject' }]
    })
  }
  return {
    refused: (id) => remember(refused, id),
    read: (message) => {
      switch (message.type) {
        case 'system':
          if (message.subtype === 'init') {
            if (message.model === undefined || message.model === model) return []
            model = message.model
            return [{ kind: 'model', name: model }]
          }
          return [
            {
              kind: 'retry',
              attempt: message.attempt,
              why: whyOf(message.error ?? null, message.error_status ?? null),
              waitMs: message.retry_delay_ms ?? null,
            },
          ]
        case 'stream_event':
          return streamed(message)
        case 'assistant':
          return content(message)
        case 'user':
          return results(message)
        case 'rate_limit_event':
          resetsAt =
            message.rate_limit_info.status === 'rejected'
              ? 1000 * (message.rate_limit_info.resetsAt ?? 0) || null
              : null
          return []
        case 'result': {
          const usage = usageAfter(exact, message, session)
          if (usage !== null) {
            exact = usage
            live = usage
          }
          const end = endOf(message, error, resetsAt, now())
          return [...(usage === null ? [] : [{ kind: 'usage', usage } as const]), { kind: 'end', end }]
        }
      }
    },
  }
}

const allInput = (tokens: Tokens): number =>
  (tokens.input_tokens ?? 0) + (tokens.cache_read_input_tokens ?? 0) + (tokens.cache_creation_input_tokens ?? 0)

/**
 * With what a result says, over all models and prompts since the program was started. Null: it does not say. Totals of a
 * session that was resumed hold what earlier turns have told already.
 */
function usageAfter(before: Usage | null, result: Message<'result'>, session: SessionKind): Usage | null {
  const { modelUsage, model_usage_since_last_result: since, total_cost_usd: cost } = result
  const more = Object.values(since ?? {})
  if (more.length > 0) return before === null ? sumOf(more) : added(before, sumOf(more), usageKeys)
  const all = Object.values(modelUsage ?? {})
  if (since !== undefined || session === 'resumed' || all.length === 0) return null
  return { ...sumOf(all), ...(typeof cost === 'number' ? { costUsd: cost } : {}) }
}

function sumOf(models: readonly ModelUsage[]): Usage {
  const sum = (of: (each: ModelUsage) => number | undefined): number =>
    models.reduce((total, each) => total + (of(each) ?? 0), 0)
  const isPriced = models.every(({ costUSD }) => costUSD !== undefined)
  return {
    inputTokens:
      sum(({ inputTokens }) => inputTokens) +
      sum((each) => each.cacheReadInputTokens) +
      sum((each) => each.cacheCreationInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cachedTokens: sum((each) => each.cacheReadInputTokens),
    ...(isPriced ? { costUsd: sum(({ costUSD }) => costUSD) } : {}),
  }
}

const usageKeys = ['inputTokens', 'outputTokens', 'cachedTokens', 'costUsd'] as const

function whyOf(error: string | null, status: number | null): string {
  if (error === 'overloaded' || status === 529) return 'the model is overloaded'
  if (error === 'rate_limit' || status === 429) return 'too many requests'
  if (status !== null)
    return `HTTP ${status} from the model's server${error === null ? '' : ` (${error.replaceAll('_', ' ')})`}`
  return 'the model is not reached'
}
