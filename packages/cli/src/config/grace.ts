/** How much longer than its limit a turn may take once it was reminded (D3). */
import { z } from 'zod'
import { durationSchema } from './duration.ts'

const wanted = 'a duration such as "5m", "auto", or null'

/** `auto`, or in milliseconds. */
export const graceSchema: z.ZodType<number | 'auto', string> = z.string(wanted).transform((text, context) => {
  if (text === 'auto') return text
  const { data } = durationSchema.safeParse(text)
  if (data !== undefined) return data
  context.addIssue({ code: 'custom', message: wanted })
  return z.NEVER
})

/** In milliseconds: a sixth of the limit where nothing is told, 5 minutes of 30. */
export function graceOf(grace: number | 'auto' | null, limitMs: number): number {
  return grace === 'auto' ? Math.ceil(limitMs / 6) : (grace ?? 0)
}
