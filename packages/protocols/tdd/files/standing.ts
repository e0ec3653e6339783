import type { TddCourse } from './tdd-course.ts'

export type Stands = 'running' | 'waiting' | 'halted' | 'completed' | 'refused' | 'escalated' | 'aborted'

/** How a run stands by its journal; whether a process works on it at this moment the journal cannot say. */
export function standsAs({ end, standing }: TddCourse): Stands {
  if (end !== null) return outcomes.find((outcome) => outcome === end.outcome) ?? 'refused'
  const asked = standing.flatMap(({ open }) => (open.effect.kind === 'consult' ? [open.effect.status] : []))
  if (asked.length === 0 || asked.length < standing.length) return 'running'
  return asked.every((status) => status === 'halted') ? 'halted' : 'waiting'
}

const outcomes: readonly Stands[] = ['completed', 'refused', 'escalated', 'aborted']
