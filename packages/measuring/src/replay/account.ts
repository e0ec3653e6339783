/** Reads what the programs that record calls, and make them again, wrote down. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { jsonIn } from '../text.ts'

const common = { at: z.int(), value: z.unknown(), unknown: z.string().optional(), said: z.string().default('') }

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('begun'), file: z.string() }),
  z.object({
    ...{
      event: z.literal('called'),
      at: z.int(),
      what: z.array(z.unknown()).optional(),
      given: z.array(z.unknown()).optional(),
    },
    ...{ unknown: z.string().optional(), words: z.string() },
  }),
  z.object({ event: z.literal('answered'), ...common }),
  z.object({ event: z.literal('threw'), ...common }),
  z.object({ event: z.literal('settled'), number: z.int().optional(), fails: z.boolean().optional(), ...common }),
  z.object({
    ...{ event: z.literal('asked'), number: z.int().optional(), asked: z.array(z.unknown()) },
    ...{ fails: z.boolean().optional(), value: z.unknown(), unknown: z.string().optional() },
  }),
  z.object({ event: z.literal('changed'), at: z.int(), place: z.int(), now: z.string(), said: z.string().default('') }),
  z.object({ event: z.literal('reentered') }),
  z.object({ event: z.literal('stopped') }),
])
export type CallEvent = z.infer<typeof eventSchema>
export const eventsSchema = z.array(eventSchema)
export type Called = Extract<CallEvent, { event: 'called' }>

/** The calls that one test file made, in their order. */
export interface Session {
  /** The test file. */
  readonly file: string
  readonly events: readonly CallEvent[]
}

const sessionLine = z.looseObject({ session: z.string() })

/** Calls up to where they cannot be told apart from others; sessions of no test file, or of several, are left out. */
export function sessionsIn(text: string, key: string): readonly Session[] {
  const lines = signedLines(text, key).flatMap((line) => {
    const session = sessionLine.safeParse(line).data?.session
    const event = eventSchema.safeParse(line).data
    return session === undefined || event === undefined ? [] : [{ session, event }]
  })
  return [...Map.groupBy(lines, ({ session }) => session).values()].flatMap((own) => {
    const all = own.map(({ event }) => event)
    const files = all.flatMap((each) => (each.event === 'begun' ? [each.file] : []))
    const end = all.findIndex(({ event }) => event === 'reentered' || event === 'stopped')
    const [file] = files
    if (file === undefined || files.length > 1) return []
    return [{ file, events: (end === -1 ? all : all.slice(0, end)).filter(({ event }) => event !== 'begun') }]
  })
}

const resultSchema = z.object({
  kind: z.literal('result'),
  at: z.int(),
  same: z.boolean().optional(),
  found: z.string().optional(),
  why: z.string().optional(),
})
const lineSchema = z.discriminatedUnion('kind', [
  resultSchema,
  z.object({ kind: z.literal('begins'), at: z.int() }),
  z.object({ kind: z.literal('unloadable'), file: z.string(), why: z.string() }),
  z.object({ kind: z.literal('altered') }),
  z.object({ kind: z.literal('sample'), key: z.string(), promised: z.boolean(), value: z.array(z.unknown()) }),
  z.object({ kind: z.literal('ended') }),
])

/** An answer as it is written, and whether it was promised; `itself`: what it was called on, `own`: an object of a class of the source. */
export interface Sample {
  readonly promised: boolean
  readonly value: readonly unknown[]
}

/** What came of calls that were made again. */
export interface Again {
  /** By the number of the call; absent: it was not made, or nothing is known of it. */
  readonly results: ReadonlyMap<number, Pick<z.infer<typeof resultSchema>, 'same' | 'found' | 'why'>>
  /** Files that nothing but the project's own compiler can load, and why. */
  readonly unloadable: ReadonlyMap<string, string>
  /** False: the process was over before the calls were. */
  readonly isWhole: boolean
  /** What calls answer, by their names; of those that answer no value nothing. */
  readonly samples: Readonly<Record<string, Sample>>
  /** Something that source answered was another. */
  readonly isAltered: boolean
  /** The call that was begun last; null: none. */
  readonly last: number | null
}

export function againIn(text: string, key: string): Again {
  const lines = signedLines(text, key).flatMap((line) => lineSchema.safeParse(line).data ?? [])
  return {
    results: new Map(lines.flatMap((line) => (line.kind === 'result' ? [[line.at, line] as const] : []))),
    unloadable: new Map(lines.flatMap((line) => (line.kind === 'unloadable' ? [[line.file, line.why] as const] : []))),
    isWhole: lines.some(({ kind }) => kind === 'ended'),
    samples: Object.fromEntries(
      lines.flatMap((line) =>
        line.kind === 'sample' && line.value[0] !== 'unknown' && !line.key.endsWith(' new')
          ? [[line.key, { promised: line.promised, value: line.value }] as const]
          : [],
      ),
    ),
    isAltered: lines.some(({ kind }) => kind === 'altered'),
    last: lines.findLast((line) => line.kind === 'begins')?.at ?? null,
  }
}

function signedLines(text: string, key: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const json = line.slice(65)
      return `${createHmac('sha256', key).update(json).digest('hex')} ` === line.slice(0, 65) ? [jsonIn(json)] : []
    })
}
