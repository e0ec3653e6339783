/** What was seen of the turns and measurements that are being done, attempt by attempt. */
import type { Activity } from '@sigma/engine'

export interface Sighting {
  readonly activity: Activity
  /** What it did, oldest first, without what it did twice in a row; the last few. */
  readonly actions: readonly Action[]
}

export interface Action {
  /** ISO 8601, UTC. */
  readonly at: string
  readonly text: string
}

/** Sightings by run and attempt. */
export type Sightings = ReadonlyMap<string, Sighting>

const keptActions = 200

export const sightingKey = (run: string, attempt: string): string => `${run} ${attempt}`

export function seen(before: Sightings, activity: Activity): Sightings {
  const after = new Map(before)
  const key = sightingKey(activity.run, activity.attempt)
  if (activity.stage === 'over') after.delete(key)
  else after.set(key, { activity, actions: withAction(before.get(key)?.actions ?? [], activity) })
  return after
}

/** Of what Sigma does itself the latest alone: a count that rises needs no past. */
function withAction(before: readonly Action[], { kind, stage, text, seenAt }: Activity): readonly Action[] {
  if (stage !== 'acts' || text === '' || before.at(-1)?.text === text) return before
  if (kind !== 'ask') return [{ at: seenAt, text }]
  return [...before, { at: seenAt, text }].slice(-keptActions)
}

/** Without what is not open any more: a guest that is slow misses that something is over. */
export function stillOpen(before: Sightings, open: ReadonlySet<string>): Sightings {
  return new Map([...before].filter(([key]) => open.has(key)))
}
