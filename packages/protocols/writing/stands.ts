import type { Open } from '@sigma/protocol'
import { code, type Fragment, line } from './lines.ts'

export type Stands = 'running' | 'waiting' | 'halted' | 'completed' | 'refused' | 'escalated' | 'aborted'

/** What of a run's course says how it stands. */
export interface Standing {
  readonly end: { readonly outcome: string } | null
  readonly standing: readonly { readonly open: Open }[]
}

/** How a run stands by its journal; whether a process works on it at this moment the journal cannot say. */
export function standsAs({ end, standing }: Standing): Stands {
  if (end !== null) return outcomes.find((outcome) => outcome === end.outcome) ?? 'refused'
  const asked = standing.flatMap(({ open }) => (open.effect.kind === 'consult' ? [open.effect.status] : []))
  if (asked.length === 0 || asked.length < standing.length) return 'running'
  return asked.every((status) => status === 'halted') ? 'halted' : 'waiting'
}

const outcomes: readonly Stands[] = ['completed', 'refused', 'escalated', 'aborted']

/** How a person answers what a run waits for. */
export const decideText = (run: string, { id }: { readonly id: string }): Fragment => ({
  markdown: line`sigma decide ${code(`${run}/${id}`)}`,
})
