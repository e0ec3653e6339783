import { z } from 'zod'

const wanted = 'a duration such as "30s", "30m", "2h" or "7d"'

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A duration as people write it, such as `30m` or `7d`, read as milliseconds. */
export const durationSchema: z.ZodType<number, string> = z
  .string(wanted)
  .regex(/^\d+(ms|s|m|h|d)$/, wanted)
  .transform((text) => {
    const [, amount, unit] = /^(\d+)(\D+)$/.exec(text) ?? []
    return Number(amount) * (units[unit ?? ''] ?? Number.NaN)
  })
  .refine((ms) => ms > 0 && ms <= 400 * 86_400_000, 'a duration between 1ms and 400d')

/** A duration as `durationSchema` reads it, in the largest unit that says it exactly. */
export function durationText(ms: number): string {
  const [unit, size] = Object.entries(units).findLast(([, each]) => ms % each === 0) ?? ['ms', 1]
  return `${ms / size}${unit}`
}
