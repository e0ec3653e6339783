/**
 * Leaves agents alone that said they were limited: the turn itself, durably, and for as long as this host knows of it
 * every other turn of the same agent, which would only be limited as well and spend the run's calls (SIG-107).
 */
import { type EventBody, type Open, sequenceOfAttempt } from '@sigma/protocol'
import type { HostContext } from '../host/host-context.ts'
import { eventAt, rowOf } from '../journal/journal.ts'
import type { Showing } from './activities.ts'
import { type Backoff, backoffOf, backoffText, untilTick } from './backoff.ts'

/** An attempt that has not begun. */
export interface PendingAttempt {
  readonly run: string
  readonly open: Open
  /** Name of the agent whose turn it is; null: it is no agent's. */
  readonly player: string | null
  readonly showing: Showing
}

/** Type of the note that an agent is left alone for a while. */
const type = 'limited'

const mostOfReason = 200

interface Limited extends Backoff {
  readonly why: string | null
}

export function rateLimitsOf({ store, ledger, ports: { clock }, note }: HostContext) {
  const agents = new Map<string, Limited>()

  function limitFor({ run, open, player }: PendingAttempt): Limited | null {
    const backoff = backoffOf(open)
    const others = player === null ? undefined : agents.get(player)
    if (others !== undefined && (backoff === null || others.due > backoff.due)) return others
    return backoff === null ? null : { ...backoff, why: reasonOf(run, open) }
  }

  /** An attempt is named after the event that it follows from: here, what the one before said. */
  function reasonOf(run: string, { attempt }: Open): string | null {
    const row = rowOf(store.database, run)
    return row === null ? null : saidBy(eventAt(store.database, row, sequenceOfAttempt(attempt)).event)
  }

  const leftOf = (limited: Limited | null): number => (limited === null ? 0 : limited.due - ledger.ticks())

  return {
    /** Whether the turn would have to wait. */
    holds: (attempt: PendingAttempt): boolean => attempt.open.effect.kind === 'ask' && leftOf(limitFor(attempt)) > 0,
    /** Resolves when the turn may begin, or when the signal says so; whoever looks on is told why it waits. */
    hold: async (attempt: PendingAttempt, ending: AbortSignal): Promise<void> => {
      const { run, open, showing } = attempt
      const limited = open.effect.kind === 'ask' ? limitFor(attempt) : null
      const left = leftOf(limited)
      if (limited === null || open.effect.kind !== 'ask' || left <= 0 || ending.aborted) return
      const { id, role } = open.effect
      const { due, times, why } = limited
      const message = backoffText(role, why ?? 'the model is limited', clock.now() + left, times)
      showing.waits(message.slice(`${role} waits: `.length), left)
      const until = new Date(clock.now() + left).toISOString()
      note(run, { type, data: { message, id, attempt: open.attempt, until, times } })
      await untilTick(due, ledger.ticks, clock, ending)
    },
    /** Takes notice of how a turn of the agent ended. */
    ended: ({ player, open }: PendingAttempt, event: EventBody | null): void => {
      if (player === null || event === null) return
      if (event.kind === 'answered') agents.delete(player)
      if (event.kind !== 'failed' || event.cause !== 'limited') return
      const { retryAfterMs } = event
      const failure = { cause: event.cause, tick: ledger.ticks(), ...(retryAfterMs !== undefined && { retryAfterMs }) }
      const backoff = backoffOf({ failures: [...open.failures, failure] })
      if (backoff !== null) agents.set(player, { ...backoff, why: saidBy(event) })
    },
  }
}

/** Data: an agent said it. */
function saidBy(event: EventBody): string | null {
  const said = event.kind === 'failed' ? event.findings[0]?.message : undefined
  return said?.slice(0, mostOfReason).toWellFormed() ?? null
}
