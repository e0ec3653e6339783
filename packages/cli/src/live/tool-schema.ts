/** The two schemas of a tool, made of its command’s words and flags: one reads what an agent gave, one is shown to its model. */
import type { CallsLive, Flag, GivenFlags, KitCommand, LiveWord, ReadsLive } from '@sigma/engine'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { z } from 'zod'

/** As it would stand on a command line. */
export interface Given {
  readonly words: readonly string[]
  readonly flags: GivenFlags
  /** Absent: it is not waited for what is new. */
  readonly waitSeconds: number | undefined
}

export interface ToolSchema {
  readonly schema: z.ZodType<Given>
  readonly json: JsonObject
}

/** Longest wait of one request, in seconds: clients give up after a minute. */
export const mostWaitSeconds = 50

const waiting = {
  waitSeconds: z
    .int()
    .min(1)
    .max(mostWaitSeconds)
    .optional()
    .describe('Wait so long for what is new; absent: not at all'),
}

export function schemaOf({ flags }: KitCommand, does: CallsLive | ReadsLive): ToolSchema {
  const waits = does.kind === 'reads-live' && does.waits === true
  const words = does.takes.map((word) => [word.placeholder, wordSchema(word)] as const)
  const named = Object.entries(flags).map(([name, flag]) => [name, flagSchema(flag)] as const)
  const schema = z.strictObject({ ...Object.fromEntries([...words, ...named]), ...(waits && waiting) })
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return {
    json: jsonOf(json) as JsonObject,
    schema: schema.transform((given): Given => {
      const values: Readonly<Record<string, unknown>> = given
      const { waitSeconds } = given
      return {
        words: does.takes.flatMap(({ placeholder }) => {
          const value = values[placeholder]
          return value === undefined ? [] : [String(value)]
        }),
        flags: Object.fromEntries(
          named.flatMap(([name]) => {
            const value = values[name]
            return value === undefined ? [] : [[name, value]]
          }),
        ) as GivenFlags,
        waitSeconds: typeof waitSeconds === 'number' ? waitSeconds : undefined,
      }
    }),
  }
}

/** A number is taken as it would be typed. */
function wordSchema({ brief, optional }: LiveWord): z.ZodType {
  const word = z.union([z.string(), z.number()]).describe(brief)
  return optional === true ? word.optional() : word
}

function flagSchema(flag: Flag): z.ZodType {
  return typeOf(flag).optional().describe(flag.brief)
}

function typeOf(flag: Flag): z.ZodType {
  switch (flag.kind) {
    case 'text':
    case 'file':
      return z.string()
    case 'texts':
      return z.array(z.string())
    case 'number':
      return z.int().min(flag.least).max(flag.most)
    case 'percent':
      return z.number().min(0).max(100)
    case 'boolean':
      return z.boolean()
    case 'choice':
      return z.enum(flag.values)
  }
}
