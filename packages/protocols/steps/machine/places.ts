/** Where the effects of a session stand, and by which ids. */
import type { At } from '@sigma/protocol'
import type { StepRow } from './definition.ts'
import { dueIn, type Invocation, type Session } from './state.ts'

/** The one workspace of a session: agents find in it what earlier ones left. */
export const workspace = 'task'

/** Name of a step as a unit of its run. */
export const unitOf = ({ name }: Pick<StepRow, 'name'>): string => name.toLowerCase().replaceAll('_', '-')

export const skillsId = 'skills'
export const questionId = 'decision'

/** The agent's place among all, so that each has ids of its own. */
export const agentId = ({ memories }: Session, { agent }: Invocation): string => `agent-${memories.length + 1}-${agent}`
export const memoryId = ({ memories }: Session, { agent }: Invocation): string =>
  `memory-${memories.length + 1}-${agent}`

export function stepAt(session: Session, rest: Partial<At> = {}): At {
  const due = dueIn(session)
  if (due === null) return { step: 'complete', ...rest }
  return { unit: unitOf(due), called: `step ${due.number}`, step: due.name, ...rest }
}
