/** Talks with the program: what it asks is answered at once, what it says is handed on in order. */
import type { Living, ProcessResult } from '@sigma/engine'
import type { Json, JsonObject } from '@sigma/protocol'
import type { AgentEvent, Permission, PermissionRequest } from '../adapter.ts'
import { readerOf, type SessionKind } from './events.ts'
import { type ControlRequest, messageOf } from './messages.ts'
import { toolCallOf, whyUseless } from './tools.ts'

export interface Connection {
  /** Resolves when it has answered: null, or why not. */
  control(request: JsonObject): Promise<string | null>
  /** The next event; `over` where there will be none. */
  next(): Promise<AgentEvent | Over>
  say(prompt: string): void
}

export interface Over {
  readonly kind: 'over'
  readonly result: ProcessResult
}

/** Nobody takes them while nothing is asked; who says so much then is ended. */
const mostEvents = 10_000
const anHourMs = 3_600_000

export function connect(
  living: Living,
  permission: (request: PermissionRequest) => Permission,
  session: SessionKind,
): Connection {
  const reader = readerOf(Date.now, session)
  const events: AgentEvent[] = []
  const asked = new Map<string, (fault: string | null) => void>()
  let over: Over | null = null
  let wake = Promise.withResolvers<void>()
  let requests = 0

  const answer = ({ request_id, request }: ControlRequest): void => {
    const respond = (response: JsonObject): void =>
      void living.send({ type: 'control_response', response: { subtype: 'success', request_id, response } })
    if (request.subtype === 'other') {
      const error = 'Sigma does not offer this.'
      living.send({ type: 'control_response', response: { subtype: 'error', request_id, error } })
      return
    }
    const isHook = request.subtype === 'hook_callback'
    const tool = isHook ? request.input.tool_name : request.tool_name
    const input = isHook ? request.input.tool_input : request.input
    const id = request.tool_use_id ?? (isHook ? request.input.tool_use_id : undefined) ?? ''
    const reason = refusal(id, tool, input)
    if (reason !== null) reader.refused(id)
    respond(
      isHook
        ? hookAnswer(reason)
        : reason === null
          ? { behavior: 'allow', updatedInput: input }
          : { behavior: 'deny', message: reason },
    )
  }
  const refusal = (id: string, tool: string, input: JsonObject): string | null => {
    const { action, paths, title } = toolCallOf(id, tool, input)
    const asking = { id, tool, action, paths, title }
    const useless = whyUseless(tool)
    if (useless !== null) return useless
    const answered = permission(asking)
    return answered.allowed ? null : answered.reason
  }
  const hear = (said: Json): void => {
    const message = messageOf(said)
    if (message === null) return
    if (message.type === 'control_request') answer(message)
    else if (message.type === 'control_response') {
      const { request_id, subtype, error } = message.response
      asked.get(request_id)?.(subtype === 'success' ? null : (error ?? subtype))
      asked.delete(request_id)
    } else if (events.push(...reader.read(message)) > mostEvents) void living.end()
    wake.resolve()
  }
  const listen = async (): Promise<void> => {
    while (over === null) {
      const received = await living.receive(anHourMs)
      if (received.kind === 'said') hear(received.message)
      else if (received.kind === 'over') over = received
    }
    for (const settle of asked.values()) settle('it is gone')
    wake.resolve()
  }
  void listen()
  return {
    control: (request) => {
      requests += 1
      const request_id = `sigma-${requests}`
      const answered = Promise.withResolvers<string | null>()
      asked.set(request_id, answered.resolve)
      if (!living.send({ type: 'control_request', request_id, request })) answered.resolve('it is gone')
      return answered.promise
    },
    next: async () => {
      for (;;) {
        const event = events.shift() ?? over
        if (event !== null) return event
        wake = Promise.withResolvers()
        await wake.promise
      }
    },
    say: (prompt) => {
      // What it says while nothing is asked answers nothing: an end of then would be taken for that of this prompt.
      events.splice(0, events.length, ...events.filter(({ kind }) => lasting.has(kind)))
      living.send({
        type: 'user',
        message: { role: 'user', content: prompt },
        parent_tool_use_id: null,
        session_id: '',
      })
    },
  }
}

const lasting: ReadonlySet<AgentEvent['kind']> = new Set(['model', 'usage'])

/** Said by a hook, a refusal holds in every mode, and what is allowed is not asked for again. */
function hookAnswer(reason: string | null): JsonObject {
  const decision =
    reason === null ? { permissionDecision: 'allow' } : { permissionDecision: 'deny', permissionDecisionReason: reason }
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } }
}
