/**
 * What a vendor's cache could keep of the requests of a run. A cache knows a request by its beginning: the longest one
 * that an earlier request to the same model had, in the order in which vendors hash it. Anthropic keeps whole blocks
 * (tools, parts of messages); OpenAI keeps tokens, for which lines stand here.
 */
import { hash } from 'node:crypto'
import type { Asked } from '@sigma/model'
import { z } from 'zod'

export interface Sent {
  readonly requests: number
  /** Of the tools, the system prompt and the messages of all requests, in bytes of JSON. */
  readonly bytes: number
  /** Of those, what an earlier request began with as well. */
  readonly kept: number
  /** Of the first request that offers tools, the one that no session makes longer. */
  readonly first: number
  /** Of its tools. */
  readonly tools: number
  /** Of requests without tools, which are none of the turn's work, such as one for a title; they count nowhere else. */
  readonly side: number
}

export interface Counter {
  add(body: unknown, api: Asked['api']): void
  sent(): Sent
}

export function createCounter(): Counter {
  const beginnings = new Set<string>()
  let [requests, bytes, kept, first, tools, side] = [0, 0, 0, 0, 0, 0]
  return {
    add: (body, api) => {
      const { model, offered, told } = read(body)
      if (offered.length === 0) {
        side += sizeOf(told)
        return
      }
      let beginning = `${api} ${model}`
      for (const block of api === 'anthropic-messages' ? [...offered, ...told] : linesOf([...offered, ...told])) {
        const size = Buffer.byteLength(block)
        beginning = hash('sha256', `${beginning}\n${block}`)
        bytes += size
        if (beginnings.has(beginning)) kept += size
        beginnings.add(beginning)
      }
      requests += 1
      if (first > 0) return
      tools = sizeOf(offered)
      first = tools + sizeOf(told)
    },
    sent: () => ({ requests, bytes, kept, first, tools, side }),
  }
}

/** The ends of lines are written out in JSON. */
const linesOf = (blocks: readonly string[]): readonly string[] => blocks.flatMap((block) => block.split(/(?<=\\n)/))

const sizeOf = (blocks: readonly string[]): number =>
  blocks.reduce((bytes, block) => bytes + Buffer.byteLength(block), 0)

const list = z.array(z.unknown()).nullish()
const bodySchema = z.object({
  model: z.string(),
  tools: list,
  system: z.union([z.string(), list]),
  instructions: z.string().nullish(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })).nullish(),
  input: z.union([z.string(), list]),
})

interface Read {
  readonly model: string
  readonly offered: readonly string[]
  readonly told: readonly string[]
}

/** Tools, system prompt, messages: so with Anthropic's Messages and with OpenAI's Responses alike. */
function read(body: unknown): Read {
  const { model, tools, system, instructions, messages, input } = bodySchema.parse(body)
  const said = (messages ?? []).flatMap(({ role, content }) => blocksOf(content).map((block) => `${role} ${block}`))
  const told = [...blocksOf(system), ...blocksOf(instructions), ...said, ...blocksOf(input)]
  return { model, offered: blocksOf(tools), told: told.filter((block) => !block.includes(billing)) }
}

/** In a line that Claude Code puts before its system prompt for its vendor, which is told to no model. */
const billing = 'x-anthropic-billing-header'

/** Where a cache is to be kept is no part of what is kept, nor are the names that OpenAI's messages have on the way. */
const blocksOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map((block) =>
    JSON.stringify(block, (key, inner: unknown) =>
      key === 'cache_control' || (key === 'id' && `${inner}`.startsWith('msg_')) ? undefined : inner,
    ),
  )
