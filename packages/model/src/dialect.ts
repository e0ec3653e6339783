import type { Conversation } from './conversation.ts'
import type { Reply, Tokens } from './script.ts'

/** An API by which a model is asked. */
export interface Dialect {
  readonly name: 'anthropic-messages' | 'openai-responses' | 'openai-chat'
  /** End of the address; agents may put something before it. */
  readonly path: string
  /** Reads a request; throws where the body is none. */
  readonly read: (body: unknown) => Conversation
  /** The answer in one piece. */
  readonly whole: (spoken: Spoken) => object
  /** The answer in pieces: lines of server-sent events. */
  readonly pieces: (spoken: Spoken) => readonly Piece[]
  readonly refusal: (status: number, message: string) => object
}

/** What Anthropic calls a refusal by its status; OpenAI calls most of them the same. */
export const errorNames: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

/** A reply on its way. */
export interface Spoken {
  /** Different for each answer: agents take answers with one id for parts of one. */
  readonly id: string
  readonly model: string
  readonly reply: Reply
  readonly usage: Tokens | null
  readonly tellsUsage: boolean
}

export interface Piece {
  /** Name of the event; absent: the piece is data alone. */
  readonly event?: string
  readonly data: object | string
}

/** Length of a piece, in characters. */
const pieceLength = 24

export function cutUp(text: string): readonly string[] {
  const characters = [...text]
  const count = Math.ceil(characters.length / pieceLength)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * pieceLength, (index + 1) * pieceLength).join(''),
  )
}
