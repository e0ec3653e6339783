/** A program that speaks the Agent Client Protocol, played in this process: what it answers is a function. */
import type { Living, LivingProcesses, LivingSpec, ProcessResult, Received } from '@sigma/engine'
import { isJsonObject, type Json, type JsonObject } from '@sigma/protocol'
import { exited } from '../agents/session/fixture/fake-adapter.ts'

export interface Heard {
  readonly id: number | string | undefined
  readonly method: string
  readonly params: JsonObject
}

export interface AgentSide {
  /** Says this, whatever it is. */
  say(message: Json): void
  reply(heard: Heard, result: Json): void
  fail(heard: Heard, code: number, message: string, data?: Json): void
  update(session: string, update: JsonObject): void
  /** Asks, and brings what the other side answered: the whole message. */
  ask(method: string, params: Json): Promise<JsonObject>
  /** Ends, having printed this. */
  die(exit: number, stderr: string): void
}

export interface PlayedAgent extends LivingProcesses {
  /** The messages that the agent was told, in order. */
  readonly heard: readonly Heard[]
  /** How it was started. */
  readonly specs: readonly LivingSpec[]
  /** How often it was ended from outside. */
  readonly ended: () => number
}

export function playedAgent(play: (heard: Heard, side: AgentSide) => void): PlayedAgent {
  const heard: Heard[] = []
  const specs: LivingSpec[] = []
  let ended = 0
  return {
    heard,
    specs,
    ended: () => ended,
    open: (spec) => {
      specs.push(spec)
      spec.onStarted?.(1)
      return livingOf(play, heard, () => {
        ended += 1
      })
    },
  }
}

function livingOf(play: (heard: Heard, side: AgentSide) => void, heard: Heard[], onEnd: () => void): Living {
  const said: Json[] = []
  const answers = new Map<string, (answer: JsonObject) => void>()
  let over: ProcessResult | null = null
  let wake = (): void => {}
  let asked = 0
  const say = (message: Json): void => {
    if (over === null) said.push(message)
    wake()
  }
  const end = (change: Partial<ProcessResult>): ProcessResult => {
    over ??= { ...exited, exit: null, ...change }
    wake()
    return over
  }
  const side: AgentSide = {
    say,
    reply: ({ id }, result) => say({ jsonrpc: '2.0', id: id ?? null, result }),
    fail: ({ id }, code, message, data = null) =>
      say({ jsonrpc: '2.0', id: id ?? null, error: { code, message, data } }),
    update: (sessionId, update) => say({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }),
    ask: (method, params) => {
      asked += 1
      const id = `a${asked}`
      say({ jsonrpc: '2.0', id, method, params })
      return new Promise((resolve) => answers.set(id, resolve))
    },
    die: (exit, stderr) => void end({ end: 'exited', exit, stderr }),
  }
  const close = (): Promise<ProcessResult> => {
    onEnd()
    return Promise.resolve(end({ end: 'aborted', signal: 'SIGTERM' }))
  }
  return {
    send: (message) => {
      if (over !== null) return false
      const { id, method, params } = jsonObject(message)
      const key = typeof id === 'number' || typeof id === 'string' ? id : undefined
      if (typeof method !== 'string') answers.get(String(id))?.(jsonObject(message))
      else {
        const each = { id: key, method, params: jsonObject(params ?? {}) }
        heard.push(each)
        queueMicrotask(() => play(each, side))
      }
      return true
    },
    receive: async (): Promise<Received> => {
      while (said.length === 0 && over === null)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const message = said.shift()
      if (message !== undefined) return { kind: 'said', message }
      return over === null ? { kind: 'silent' } : { kind: 'over', result: over }
    },
    close,
    end: close,
    [Symbol.asyncDispose]: async () => {
      await close()
    },
  }
}

/** Fails for anything but an object: messages are made here, or were checked. */
function jsonObject(value: Json | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('no object')
  return value
}
