/** What travels: one JSON value a line, both ways. */
import { z } from 'zod'
import { SigmaError } from '../errors.ts'
import { activitySchema } from '../views/schemas.ts'
import type { Operation } from './operation.ts'

/** Another version is another language: it is told so, and not guessed at. */
export const sessionVersion = 2

/** The longest line before and after the greeting, in bytes. */
export const greetingBytes = 8_192
export const lineBytes: number = 4 * 1024 * 1024

export type Request = z.infer<typeof requestSchema>

export const requestSchema = z.strictObject({
  v: z.literal(sessionVersion),
  id: z.number().int().nonnegative(),
  op: z.string().max(40),
  args: z.unknown(),
})

/** A request of any version: enough to refuse another version by name. */
export const versionedSchema = z.looseObject({ v: z.number() })

/** Who the host is. */
export interface Greeting {
  readonly pid: number
  readonly epoch: number
  /** E.g. `sigma tdd auth`. */
  readonly command: string
  /** A digest of the configuration that it works with. */
  readonly configuration: string
}

export const hello: Operation<{ readonly command: string }, Greeting> = {
  name: 'hello',
  asked: z.strictObject({ command: z.string().max(1_000) }),
  answer: z.object({ pid: z.number(), epoch: z.number(), command: z.string(), configuration: z.string() }),
}

export type Failure = z.infer<typeof failureSchema>

const failureSchema = z.object({
  code: z.string(),
  sentence: z.string(),
  hint: z.string().nullable(),
})

export type Reply = z.infer<typeof replySchema>

export const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), id: z.number(), value: z.unknown() }),
  z.object({ kind: z.literal('failure'), id: z.number().nullable(), failure: failureSchema }),
  z.object({ kind: z.literal('activity'), activity: activitySchema }),
  /** The host ends: whoever waits may take its place. */
  z.object({ kind: z.literal('leaving') }),
])

/** A fault of Sigma's own keeps its stack: it is what there is to find it by. */
export function failureOf(error: unknown): Failure {
  if (error instanceof SigmaError) return { code: error.code, sentence: error.message, hint: error.hint }
  return {
    code: internal,
    sentence: error instanceof Error ? (error.stack ?? error.message) : String(error),
    hint: null,
  }
}

/** The error that the other side failed with. */
export function errorOf({ code, sentence, hint }: Failure): Error {
  if (code === internal) return new Error(sentence)
  return new SigmaError(code, sentence, hint === null ? {} : { hint })
}

const internal = 'internal'
