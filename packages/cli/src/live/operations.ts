/** What people and agents ask of the host of a live run, named on both sides by the same value. */
import { type Operation, operation } from '@sigma/engine'
import type { CallResult, Json } from '@sigma/protocol'
import { z } from 'zod'

const name = z.string().min(1).max(200)
const token = z.string().max(4_000)
const call = { verb: name, arguments: z.json(), key: name }
const read = {
  view: name,
  arguments: z.json(),
  since: z.string().max(1_000).nullable(),
  waitMs: z.int().min(0).max(3_600_000).nullable(),
}

export interface LiveCall {
  readonly verb: string
  readonly arguments: Json
  /** The same key again is the same call. */
  readonly key: string
}

export interface LiveRead {
  readonly view: string
  readonly arguments: Json
  /** The mark of what is known; null: of an agent what it was shown last, of a person what stands now. */
  readonly since: string | null
  /** How long to wait for what is new; null: not at all. */
  readonly waitMs: number | null
}

export interface LiveShown {
  readonly text: string
  readonly data: Json
  readonly mark: string
  /** Nothing new will come. */
  readonly over: boolean
}

/** The way to a live run. */
export interface LiveDoor {
  /** `begins`: begins the run where there is none. */
  call(call: LiveCall, begins: boolean): Promise<CallResult>
  read(read: LiveRead): Promise<LiveShown>
}

const result: z.ZodType<CallResult> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('replied'), data: z.json() }),
  z.object({ kind: z.literal('refused'), rule: z.string(), reason: z.string(), remedy: z.string() }),
])
const shown: z.ZodType<LiveShown> = z.object({ text: z.string(), data: z.json(), mark: z.string(), over: z.boolean() })
/** As a person, whose name is told; the host sees to it that it is no agent's. */
const person = { protocol: name, by: name }

export const callByPerson: Operation<LiveCall & { readonly protocol: string; readonly by: string }, CallResult> =
  operation('live-call', z.strictObject({ ...person, ...call }), result)
export const readByPerson: Operation<LiveRead & { readonly protocol: string; readonly by: string }, LiveShown> =
  operation('live-read', z.strictObject({ ...person, ...read }), shown)
export const callInTurn: Operation<LiveCall & { readonly token: string }, CallResult> = operation(
  'call',
  z.strictObject({ token, ...call }),
  result,
)
export const readInTurn: Operation<LiveRead & { readonly token: string }, LiveShown> = operation(
  'read',
  z.strictObject({ token, ...read }),
  shown,
)

/** A command line that the host reads and carries out, so that a program without any of Sigma's code can ask it. */
export interface LineAsked {
  readonly program: string
  readonly words: readonly string[]
  readonly key: string
  /** Of a turn; null: `by` is a person. */
  readonly token: string | null
  readonly by: string
}

export interface LineAnswer {
  readonly out: string
  readonly err: string
  /** Null: the host does not carry out such a line, and nothing was done. */
  readonly exit: number | null
  /** The process that gave the line back, where it stands by again once the line is carried out; absent: none does. */
  readonly returning?: number | undefined
}

export const lineWords: z.ZodType<readonly string[]> = z.array(z.string().max(100_000)).max(200).readonly()

export const lineAnswer: z.ZodType<LineAnswer> = z.object({
  out: z.string(),
  err: z.string(),
  exit: z.number().nullable(),
  returning: z.number().optional(),
})

export const line: Operation<LineAsked, LineAnswer> = operation(
  'line',
  z.strictObject({ program: name, words: lineWords, key: name, token: token.nullable(), by: name }),
  lineAnswer,
)
