import type { Reader, Session } from '@sigma/engine'
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
  /** What was told before, of the run and of each that belongs to it. */
  readonly since: Since
  /** Calls are not told: whoever made one hears of it by its reply. */
  readonly hidesCalls?: boolean
}

/** Sequence of the last event by run; absent: none. */
export type Since = ReadonlyMap<string, number>

/** All that is recorded now of the run, and of those that belong to it. */
export const eventsIn = (reader: Reader, run: string): Since =>
  new Map(reader.family(run).map((each) => [each, reader.run(each)?.events ?? 0]))
