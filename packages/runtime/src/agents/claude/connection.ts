/** Talks with the program: what it asks is answered at once, what it says is told to the prompt that is played. */
import type { Living, ProcessResult } from '@sigma/engine'
import type { Json, JsonObject } from '@sigma/protocol'
import type { Permission, StartSpec } from '../adapter.ts'
import { heardFrom } from '../program.ts'
import type { Prompts } from '../prompts.ts'
import { readerOf, type SessionKind } from './events.ts'
import { type Message, messageOf } from './messages.ts'
import { toolCallOf, whyUseless } from './tools.ts'

export interface Connection {
  /** Resolves when the program has answered: null, or why it refused. */
  control(request: JsonObject): Promise<string | null>
  say(prompt: string): void
}

export function connect(
  living: Living,
  permission: StartSpec['permission'],
  session: SessionKind,
  prompts: Prompts,
): Connection {
  const reader = readerOf(Date.now, session)
  const asked = new Map<string, (fault: string | null) => void>()
  let over: ProcessResult | null = null
  let requests = 0

  const answer = ({ request_id, request }: Message<'control_request'>): void => {
    const respond = (response: JsonObject): boolean =>
      living.send({ type: 'control_response', response: { request_id, ...response } })
    if (request.subtype === 'other') {
      respond({ subtype: 'error', error: 'Sigma does not offer this.' })
      return
    }
    const isHook = request.subtype === 'hook_callback'
    const tool = isHook ? request.input.tool_name : request.tool_name
    const input = isHook ? request.input.tool_input : request.input
    const id = request.tool_use_id ?? (isHook ? request.input.tool_use_id : undefined) ?? ''
    const reason = whyUseless(tool) ?? refusalIn(permission(toolCallOf(id, tool, input)))
    if (reason !== null) reader.refused(id)
    const allowed = { behavior: 'allow', updatedInput: input }
    const judged = reason === null ? allowed : { behavior: 'deny', message: reason }
    respond({ subtype: 'success', response: isHook ? hookAnswer(reason) : judged })
  }
  const hear = (said: Json): void => {
    const message = messageOf(said)
    if (message === null) return
    if (message.type === 'control_request') answer(message)
    else if (message.type === 'control_response') {
      const { request_id, subtype, error } = message.response
      asked.get(request_id)?.(subtype === 'success' ? null : (error ?? subtype))
      asked.delete(request_id)
    } else prompts.tell(reader.read(message))
  }
  const endWith = (result: ProcessResult): void => prompts.tell([{ kind: 'end', end: { reason: 'over', result } }])
  void heardFrom(living, hear).then((result) => {
    over = result
    for (const settle of asked.values()) settle('it is gone')
    endWith(result)
  })
  return {
    control: (request) => {
      requests += 1
      const request_id = `sigma-${requests}`
      const answered = Promise.withResolvers<string | null>()
      asked.set(request_id, answered.resolve)
      if (!living.send({ type: 'control_request', request_id, request })) answered.resolve('it is gone')
      return answered.promise
    },
    say: (prompt) => {
      if (over !== null) return endWith(over)
      living.send({
        type: 'user',
        message: { role: 'user', content: prompt },
        parent_tool_use_id: null,
        session_id: '',
      })
    },
  }
}

const refusalIn = (permission: Permission): string | null => (permission.allowed ? null : permission.reason)

/** Said by a hook, a refusal holds in every mode, and what is allowed is not asked for again. */
function hookAnswer(reason: string | null): JsonObject {
  const decision =
    reason === null ? { permissionDecision: 'allow' } : { permissionDecision: 'deny', permissionDecisionReason: reason }
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } }
}
