/** A session that is open in a program: prompts, and what comes of them. */
import type { Living } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import type { AgentCapabilities, AgentEvent, AgentSession, PromptEnd, StartSpec } from '../adapter.ts'
import { createPrompts } from '../prompts.ts'
import { createCalls, type NameOf } from './calls.ts'
import type { Connection, Reply } from './connection.ts'
import { endOf, endOfTrouble, retryOf } from './failures.ts'
import { askedSchema, type Prompted, promptedSchema, readUpdate, type Update } from './updates.ts'
import { type Counter, createCounter } from './usage.ts'

/** What the program says by itself, from its start on: it may ask before its session is open. */
export interface Listener {
  readonly notified: (method: string, params: Json) => void
  readonly asked: (method: string, params: Json) => Json | null
  /** From now on messages of this session count. */
  open(session: Opening): AgentSession
}

export interface Opening {
  readonly id: string
  readonly resumed: boolean
  readonly capabilities: AgentCapabilities
  readonly model: string | null
  readonly connection: Connection
  readonly living: Living
  /** How long the program may take to end by itself, in milliseconds. */
  readonly endsMs: number
}

export function listenerOf(permission: StartSpec['permission'], nameOf: NameOf): Listener {
  const calls = createCalls(nameOf)
  const { tell, isCancelled, open } = createPrompts()
  let session: string | null = null
  let counter: Counter | null = null
  let toldModel: string | null = null
  const named = (name: string): readonly AgentEvent[] => {
    const isNew = name !== toldModel
    toldModel = name
    return isNew ? [{ kind: 'model', name }] : []
  }
  const usageEvents = (): readonly AgentEvent[] => {
    const usage = counter?.total() ?? null
    return usage === null ? [] : [{ kind: 'usage', usage }]
  }
  const eventsOf = (update: Update): readonly AgentEvent[] => {
    switch (update.kind) {
      case 'text':
      case 'thought':
        return [...calls.rest(), update]
      case 'call':
        return calls.note(update.part)
      case 'cost':
        counter?.cost(update.amount, update.currency)
        return usageEvents()
      case 'model':
        return named(update.name)
      case 'trouble':
        return update.trouble.severity === 'warning' ? [retryOf(update.trouble)] : []
    }
  }
  const permit = (params: Json): Json => {
    const asked = askedSchema.safeParse(params)
    if (!asked.success || isCancelled()) return cancelled
    const { toolCall, options } = asked.data
    const { call, events } = calls.ask(toolCall)
    tell(events)
    const { allowed } = permission(call)
    if (!allowed) calls.deny(call.id)
    const kinds = allowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
    const chosen = kinds.flatMap((kind) => options.find((option) => option.kind === kind) ?? [])[0]
    return chosen === undefined ? cancelled : { outcome: { outcome: 'selected', optionId: chosen.optionId } }
  }
  const finish = (reply: Reply): void => {
    tell(calls.rest())
    const prompted = reply.kind === 'result' ? promptedSchema.safeParse(reply.result) : undefined
    counter?.prompt(prompted?.data?.usage ?? null)
    tell([...usageEvents(), { kind: 'end', end: promptEnd(reply, prompted?.data ?? null, isCancelled()) }])
  }
  return {
    notified: (method, params) => {
      const read = method === 'session/update' ? readUpdate(params) : null
      if (read !== null && read.session === session) tell(read.updates.flatMap(eventsOf))
    },
    asked: (method, params) => (method === 'session/request_permission' ? permit(params) : null),
    open: ({ id, resumed, capabilities, model, connection, living, endsMs }) => {
      session = id
      counter = createCounter({ kind: capabilities.usage, isResumed: resumed })
      return open({
        ...{ id: capabilities.resume === 'none' ? null : id, resumed, capabilities, living, endsMs },
        prompt: (text) => {
          if (model !== null && toldModel === null) tell(named(model))
          const params = { sessionId: id, prompt: [{ type: 'text', text }] }
          void connection.request('session/prompt', params, Number.POSITIVE_INFINITY).then(finish)
        },
        interrupt: () => connection.notify('session/cancel', { sessionId: id }),
      })
    },
  }
}

const cancelled: Json = { outcome: { outcome: 'cancelled' } }

function promptEnd(reply: Reply, prompted: Prompted | null, isCancelled: boolean): PromptEnd {
  switch (reply.kind) {
    case 'over':
      return isCancelled ? { reason: 'cancelled' } : { reason: 'over', result: reply.result }
    case 'error':
      return isCancelled ? { reason: 'cancelled' } : endOf(reply.error)
    case 'silent':
      return { reason: 'failed', message: 'it did not answer' }
    case 'result':
      return prompted?.trouble?.severity === 'error' && !isCancelled
        ? endOfTrouble(prompted.trouble)
        : stopped(prompted?.stopReason ?? null)
  }
}

function stopped(reason: string | null): PromptEnd {
  const known = reason === null ? undefined : stops.get(reason)
  return known ?? { reason: 'failed', message: `it ended for an unknown reason: ${reason?.slice(0, 60) ?? 'none'}` }
}

const stops: ReadonlyMap<string, PromptEnd> = new Map([
  ['end_turn', { reason: 'done' }],
  ['cancelled', { reason: 'cancelled' }],
  ['max_tokens', { reason: 'exhausted', message: 'the model may write no more in one reply' }],
  ['max_turn_requests', { reason: 'exhausted', message: 'it may ask its model no more in one turn' }],
  ['refusal', { reason: 'failed', message: 'the model refused to go on' }],
] as const)
