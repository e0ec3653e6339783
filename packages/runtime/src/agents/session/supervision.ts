import { afterMs, type Clock } from '@sigma/engine'
import { isAlive, type Pulse } from '../../process/pulse.ts'
import type { AgentEvent } from '../adapter.ts'
import type { Stop } from './failures.ts'
import { concernOf, later, type Patience, seeing, seenAt } from './stuck.ts'

/** Watches over a turn: its limit, whoever stops it, and whether the agent gets anywhere. */
export interface Supervision extends Disposable {
  /** Aborts once, when the turn has to end. */
  readonly signal: AbortSignal
  /** Why the turn has to end; null: it goes on. */
  why(): Stop | null
  saw(event: AgentEvent): void
}

export interface Watched {
  readonly signal: AbortSignal
  readonly limitMs: number
  readonly clock: Clock
  readonly patience: Patience
  /** How long ago a file of the workspace was changed, in milliseconds; null: the role changes none. */
  readonly unchangedFor: (() => Promise<number>) | null
  /** What the agent's program has done so far; null: nobody can say. */
  readonly pulse: () => Pulse | null
  /** What looks wrong just now; null: nothing. */
  readonly onConcern: (says: string | null) => void
}

const lookMs = 1_000
/** A look that comes this much too late was slept through: that time is not held against the agent. */
const lateMs = 1_000
/** Looking through a workspace costs more than the clock does. */
const changesMs = 60_000

export function supervisionOf({
  signal,
  limitMs,
  clock,
  patience,
  unchangedFor,
  pulse,
  onConcern,
}: Watched): Supervision {
  const ending = new AbortController()
  let stop: Stop | null = null
  let seen = seenAt(clock.monotonic())
  const end = (why: Stop): void => {
    if (stop !== null) return
    stop = why
    ending.abort()
  }
  const abort = (): void => end({ kind: 'signal' })
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const disarm = afterMs(limitMs, clock, () => end({ kind: 'limit' }))
  let cancel = (): void => {}
  const look = (from: number): void => {
    cancel = clock.after(lookMs, () => {
      const now = clock.monotonic()
      const slept = now - from - lookMs
      if (slept > lateMs) seen = later(seen, slept)
      lookForChanges(now)
      judge(now)
      if (!ending.signal.aborted) look(now)
    })
  }
  let lookedAt = clock.monotonic()
  const lookForChanges = (now: number): void => {
    const isDue = now - seen.changedAt >= patience.unchangedMs && now - lookedAt >= changesMs
    if (unchangedFor === null || !isDue) return
    lookedAt = now
    void unchangedFor().then((ms) => {
      const changedAt = Math.max(seen.changedAt, now - ms)
      seen = { ...seen, changedAt, idleMs: now - changedAt }
    })
  }
  /** When the probe began, and what was seen then; null: none is under way. */
  let probe: { readonly at: number; readonly pulse: Pulse } | null = null
  const judge = (now: number): void => {
    if (stop !== null) return
    const concern = concernOf(seen, now, patience)
    onConcern(concern?.says ?? null)
    if (concern?.isEnough !== true) probe = null
    else if (concern.rule !== 'agent-silent' || isDead(now))
      end({ kind: 'stuck', rule: concern.rule, says: concern.says })
  }
  /** A silent program counts as dead when it does nothing at all while it is looked at (ROOM-140). */
  const isDead = (now: number): boolean => {
    const found = pulse()
    if (found === null) return true
    if (probe === null) probe = { at: now, pulse: found }
    else if (isAlive(probe.pulse, found)) {
      probe = null
      // It is named as silent still, and looked at again when that lasts.
      seen = { ...seen, at: now - patience.silence.concern }
    }
    return probe !== null && now - probe.at >= patience.silence.probe
  }
  look(clock.monotonic())
  return {
    signal: ending.signal,
    why: () => stop,
    saw: (event) => {
      const now = clock.monotonic()
      seen = seeing(seen, event, now)
      judge(now)
    },
    [Symbol.dispose]: () => {
      disarm()
      cancel()
      signal.removeEventListener('abort', abort)
    },
  }
}
