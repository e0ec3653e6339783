import type { Config } from './config.ts'

/** How much longer than its limit, in milliseconds, a turn may take that was reminded then: 5 minutes of 30 unless told (D3). */
export function graceOf(reminder: Config['limits']['reminder'], limitMs: number): number {
  return reminder === 'auto' ? Math.ceil(limitMs / 6) : (reminder ?? 0)
}
