/** One dialogue: an entity of the memory, whose observations are read from the journal of its run. */
import type { Entity } from '../graph/graph.ts'
import { type Observation, renderObservation } from './observation.ts'

export interface Session {
  readonly session: string
  /** `plan_loop` or `tdd_loop`. */
  readonly type: string
  readonly run: string
  /** In the order in which they were accepted. */
  readonly observations: readonly Observed[]
}

export interface Observed extends Observation {
  /** The turn that it was said in. */
  readonly attempt: string
  /** ISO 8601, UTC. */
  readonly at: string
}

export function entityOf({ session, type, observations }: Pick<Session, 'session' | 'type' | 'observations'>): Entity {
  return { name: session, entityType: type, observations: observations.map(renderObservation) }
}
