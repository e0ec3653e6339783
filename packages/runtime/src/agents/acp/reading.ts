/** Schemas of the parts of messages, which may say more, less and other things than they should. */
import type { Json } from '@sigma/protocol'
import { z } from 'zod'

/** Any value, since it was parsed from JSON. */
export const json: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined)
export const text = z.string().optional().catch(undefined)
/** An id, which is kept and said back. No program needs longer ones. */
export const id = z.string().max(1_000)
export const count = z.number().nonnegative().optional().catch(undefined)
/** A capability that is said by an object, empty or not. */
export const named = z.unknown().transform((value) => typeof value === 'object' && value !== null)

/** A list without the items that cannot be read. */
export function listOf<T>(item: z.ZodType<T>): z.ZodType<readonly T[]> {
  return z
    .array(z.unknown())
    .catch([])
    .transform((all) =>
      all.flatMap((each) => {
        const read = item.safeParse(each)
        return read.success ? [read.data] : []
      }),
    )
}
