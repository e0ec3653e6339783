import { z } from 'zod'

const wanted = 'a size such as "500MB" or "2GB"'

const units: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

/** A size as people write it, such as `500MB` or `2GB`, read as bytes. */
export const sizeSchema: z.ZodType<number, string> = z
  .string(wanted)
  .regex(/^\d+(\.\d+)? ?(B|[KMGT]B)$/i, wanted)
  .transform((text) => {
    const [, amount, unit = ''] = /^([\d.]+) ?(\w+)$/.exec(text) ?? []
    return Math.round(Number(amount) * (units[unit.toUpperCase()] ?? Number.NaN))
  })

/** For people: `1.4 GB`, `310 MB`, `0 B`. */
export function formatSize(bytes: number): string {
  const unit = Object.keys(units).findLast((name) => bytes >= (units[name] ?? 0)) ?? 'B'
  const amount = bytes / (units[unit] ?? 1)
  return `${amount < 10 && unit !== 'B' ? amount.toFixed(1) : Math.round(amount)} ${unit}`
}

/** A size as `sizeSchema` reads it, in the largest unit that says it exactly. */
export function exactSize(bytes: number): string {
  const [unit, size] = Object.entries(units).findLast(([, each]) => bytes % each === 0) ?? ['B', 1]
  return `${bytes / size}${unit}`
}
