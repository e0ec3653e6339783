/** Who writes to whom, as messages name them. */
import type { Specialist } from '../state.ts'

export const orchestrator = '@validation-orchestrator'
export const mainAgent = '@feature-implementer-main'
export const user = 'User'
export const mainOrchestrator = '@main-orchestrator'
export const everybody = '@all'

export const specialistName = ({ name }: Pick<Specialist, 'name'>): string => `@${name}`
