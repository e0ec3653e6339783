import type { Session } from '@sigma/engine'
import type { Place } from '../project/place.ts'
import type { World } from '../world.ts'

/** A run that is played, and how it is told meanwhile. */
export interface Playing {
  readonly world: World
  readonly place: Place
  readonly session: Session
  readonly run: string
  /** A program reads along: then the Result says it all. */
  readonly silent: boolean
  /** What was told before: the sequence of the last event. */
  readonly since: number
}
