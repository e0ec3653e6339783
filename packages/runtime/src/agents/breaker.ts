import type { Clock, TurnResult } from '@sigma/engine'
import { agentPaused } from '../errors.ts'
import { findingOf, unavailable } from './turn.ts'

/**
 * Counts the failures of each agent in a row, over all runs. One that fails again and again is paused: its turns are
 * given back as `unavailable`, so that runs halt with the reason instead of burning turns (SIG-107). After a while one
 * turn is let through, and decides whether it goes on.
 */
export interface Breaker {
  /** Null: the agent may be asked. */
  refusal(agent: string): TurnResult | null
  note(agent: string, result: TurnResult): void
}

const pauseMs = 600_000

interface Record {
  readonly failures: number
  readonly since: number
  readonly last: string
  /** A turn was let through after the pause, and nothing has come of it yet. */
  readonly isTried: boolean
}

export function breakerOf(limit: number, clock: Pick<Clock, 'monotonic'>): Breaker {
  const records = new Map<string, Record>()
  return {
    refusal: (agent) => {
      const found = records.get(agent)
      if (found === undefined || found.failures < limit) return null
      const now = clock.monotonic()
      const leftMs = found.since + pauseMs - now
      if (leftMs > 0) return unavailable([findingOf(agentPaused(agent, found.failures, found.last, leftMs))])
      // Turns beside this one wait for what comes of it.
      records.set(agent, { ...found, since: now, isTried: true })
      return null
    },
    note: (agent, result) => {
      const last = failureOf(result)
      const found = records.get(agent)
      const now = clock.monotonic()
      if (last === null) records.delete(agent)
      else if (last !== undefined)
        records.set(agent, { failures: (found?.failures ?? 0) + 1, since: now, last, isTried: false })
      // The turn that was let through said nothing: the next one may.
      else if (found?.isTried === true) records.set(agent, { ...found, since: now - pauseMs, isTried: false })
    },
  }
}

/** Why the agent failed; null: it is well; undefined: the turn says nothing about it. */
function failureOf(result: TurnResult): string | null | undefined {
  if (result.kind === 'answered') return null
  return failures.has(result.cause) ? result.cause : undefined
}

const failures: ReadonlySet<string> = new Set(['crash', 'timeout', 'unavailable'])
