/** What a board says to people in its own words. */
import type { Words } from '@sigma/engine'
import { z } from 'zod'

/** What the gate of decisions found. */
const foundSchema = z.object({ checks: z.array(z.object({ kind: z.string(), verdict: z.string() })) })

export const boardWords: Words = {
  unit: { one: 'task', many: 'tasks' },
  measurement: (data) => {
    const checks = foundSchema.safeParse(data).data?.checks ?? []
    const kept = checks.filter(({ verdict }) => verdict === 'pass').length
    const measured = checks.length === 0 ? '' : `${kept} of ${checks.length} checked decisions kept`
    return { instead: null, measured, warnings: [] }
  },
  shown: [],
  compared: [],
  regressions: [],
}
