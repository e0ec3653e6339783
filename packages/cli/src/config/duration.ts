import { z } from 'zod'

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A duration as people write it, such as `30m` or `7d`, read as milliseconds. */
export const durationSchema: z.ZodType<number, string> = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'a duration such as "30s", "30m", "2h" or "7d"')
  .transform((text) => {
    const [, amount, unit] = /^(\d+)(\D+)$/.exec(text) ?? []
    return Number(amount) * (units[unit ?? ''] ?? Number.NaN)
  })
  .refine((ms) => ms > 0 && ms <= 400 * 86_400_000, 'a duration between 1ms and 400d')

/** The shortest exact way to write it, for people: `1h 5m`, `42s`, `0.3s`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)}s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m ${seconds % 60}s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`
  return `${Math.round(hours / 24)}d`
}
