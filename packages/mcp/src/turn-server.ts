/**
 * The MCP server of one turn, in the host's own process: on 127.0.0.1, at a port that the system chose and that the turn
 * has for itself, so that no other turn can reach it from its sandbox, or keep it busy. Who asks is known by the
 * capability of that turn, and by nothing else. Bounded all the same: 32 connections, 256 KiB of body, and what every server on
 * loopback has. It goes when the turn is over, and with the host.
 */
import type { IncomingMessage } from 'node:http'
import type { Capabilities, Claims } from '@sigma/engine'
import { admit, type Refusal, refused } from './admission.ts'
import { type Loopback, openLoopback } from './loopback.ts'
import type { Tool } from './tool.ts'

export type TurnServer = Loopback

export interface TurnServerSpec {
  readonly run: string
  readonly attempt: string
  readonly tools: readonly Tool[]
  readonly capabilities: Pick<Capabilities, 'claims' | 'issued'>
  /** Is told of who was not let in; `token`: whose it was, where it was a genuine one. */
  readonly refused: (refusal: Refusal, token: Claims | null) => void
  readonly requestMs?: number
  readonly answerMs?: number
}

export async function openTurnServer(spec: TurnServerSpec): Promise<TurnServer> {
  const { run, attempt, tools, capabilities, requestMs, answerMs } = spec
  let isOver = false
  const server = await openLoopback({
    ...{ connections: 32, bodyBytes: 256 * 1024, requestMs, answerMs },
    admit: (incoming, port) => {
      const token = admit(incoming, port)
      return typeof token === 'string' ? refusalOf(token) : token
    },
    refused: (refusal, incoming, port) => spec.refused(refusal, issuedTo(incoming, port)),
    answer: async (request, body) => {
      const { answerWith, toolServer } = await import('./tool-server.ts')
      return await answerWith(() => toolServer(tools), request, body)
    },
  })

  function refusalOf(token: string): Refusal | null {
    // A turn that was over before its request had come is over.
    const claims = isOver ? null : capabilities.claims(token)
    if (claims === null) return closed
    return claims.run === run && claims.attempt === attempt ? null : elsewhere
  }

  function issuedTo(incoming: IncomingMessage, port: number): Claims | null {
    const token = admit(incoming, port)
    return typeof token === 'string' ? capabilities.issued(token) : null
  }

  return {
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await server[Symbol.asyncDispose]()
    },
  }
}

const closed = refused(401, 'turn-over', 'This token is of no turn that is open.')
const elsewhere = refused(401, 'other-turn', 'This token is of another turn than this address.')
