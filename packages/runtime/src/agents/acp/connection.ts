/**
 * JSON-RPC 2.0 with a program, one message a line, both sides asking. What it says is data: a message that is none of the
 * protocol's is passed over, an answer to nothing that was asked too, and a question that is not known is refused.
 */
import type { Living, ProcessResult } from '@sigma/engine'
import type { Json, JsonObject } from '@sigma/protocol'
import { heardFrom } from '../program.ts'
import { messageSchema, type RpcError } from './messages.ts'

export interface Connection {
  /** Waits at most `limitMs` for the answer; `Infinity`: until it comes or the program is gone. */
  request(method: string, params: JsonObject, limitMs: number): Promise<Reply>
  notify(method: string, params: JsonObject): void
}

export type Reply =
  | { readonly kind: 'result'; readonly result: Json }
  | { readonly kind: 'error'; readonly error: RpcError }
  | { readonly kind: 'silent' }
  | { readonly kind: 'over'; readonly result: ProcessResult }

/** Called with what the program says by itself. */
export interface Heard {
  readonly notified: (method: string, params: Json) => void
  /** The answer to a question of the program; null: such a question is not answered. */
  readonly asked: (method: string, params: Json) => Json | null
}

const noSuchMethod = -32_601

export function connect(living: Living, heard: Heard): Connection {
  const waiting = new Map<number, (reply: Reply) => void>()
  let asked = 0
  let over: ProcessResult | null = null

  const settle = (id: number, reply: Reply): void => {
    const waiter = waiting.get(id)
    waiting.delete(id)
    waiter?.(reply)
  }
  const hear = (said: Json): void => {
    const parsed = messageSchema.safeParse(said)
    if (!parsed.success) return
    const { id = null, method, params = null, result = null, error } = parsed.data
    if (method === undefined) {
      const reply: Reply = error === undefined ? { kind: 'result', result } : { kind: 'error', error }
      if (typeof id === 'number') settle(id, reply)
    } else if (id === null) heard.notified(method, params)
    else {
      const answer = heard.asked(method, params)
      const unknown = { code: noSuchMethod, message: `${method} is not offered` }
      living.send({ jsonrpc: '2.0', id, ...(answer === null ? { error: unknown } : { result: answer }) })
    }
  }
  void heardFrom(living, hear).then((result) => {
    over = result
    for (const id of [...waiting.keys()]) settle(id, { kind: 'over', result })
  })

  return {
    request: (method, params, limitMs) =>
      new Promise((resolve) => {
        asked += 1
        const id = asked
        if (over !== null) return resolve({ kind: 'over', result: over })
        const timer = Number.isFinite(limitMs) ? setTimeout(() => settle(id, { kind: 'silent' }), limitMs) : undefined
        waiting.set(id, (reply) => {
          clearTimeout(timer)
          resolve(reply)
        })
        // A program that is over is told of by `heardFrom`.
        living.send({ jsonrpc: '2.0', id, method, params })
      }),
    notify: (method, params) => void living.send({ jsonrpc: '2.0', method, params }),
  }
}
