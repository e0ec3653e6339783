export { type SessionDesk, sessionDesk, storeBounds, type TurnMemory } from './sessions/desk.ts'
export { type Observation, parseObservation, renderObservation } from './sessions/observation.ts'
export type { Entity, Observed, Session } from './sessions/session.ts'
export { type Sessions, sessionsOf } from './sessions/sessions-of.ts'
