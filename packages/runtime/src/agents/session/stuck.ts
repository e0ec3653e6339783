/**
 * Notices that an agent gets nowhere. A fold over its events and the time, in milliseconds that never fall; decides
 * nothing, but says what looks wrong, and when it is enough.
 */
import type { AgentEvent, ToolCall } from '../adapter.ts'
import { shortened } from '../shortened.ts'

export interface Patience {
  /** Time without any event while no tool runs. A model may think for minutes without a sign. */
  readonly silence: Bounds & {
    /** For so long the program is looked at before its silence ends the turn: one that does anything goes on (ROOM-140). */
    readonly probe: number
  }
  /** Calls in a row that are among the last few different ones: a loop. Waiting for something slow looks the same for a while. */
  readonly repeats: Bounds
  /** Time in which a role that writes changed no file; never a reason to end the turn, for reading takes its time. */
  readonly unchangedMs: number
}

interface Bounds {
  /** From here on people are told. */
  readonly concern: number
  /** From here on the turn is ended. */
  readonly end: number
}

/** Model providers end a request that says nothing for ten minutes themselves; loops were seen of two or three calls. */
export const patience: Patience = {
  silence: { concern: 120_000, end: 660_000, probe: 30_000 },
  repeats: { concern: 6, end: 40 },
  unchangedMs: 600_000,
}

const loopLength = 3

export interface Seen {
  /** Time of the last event. */
  readonly at: number
  /** Ids of tool calls without a result. */
  readonly running: ReadonlySet<string>
  /** What the last different calls were, the latest last. */
  readonly recent: readonly ToolCall[]
  /** Calls in a row that were one of these. */
  readonly repeats: number
  /** Until when the program said that it waits. */
  readonly waitsUntil: number
  /** When a file was last known to have changed. */
  readonly changedAt: number
  /** How long no file had changed, at the last look. */
  readonly idleMs: number
}

/** Calls whose results never come are forgotten, the oldest first: no agent has so many at once. */
const mostRunning = 100

export const seenAt = (at: number): Seen => ({
  ...{ at, waitsUntil: at, changedAt: at },
  ...{ running: new Set(), recent: [], repeats: 0, idleMs: 0 },
})

/** The same with all times moved on: this time is not held against the agent. */
export const later = (seen: Seen, ms: number): Seen => ({
  ...seen,
  at: seen.at + ms,
  waitsUntil: seen.waitsUntil + ms,
  changedAt: seen.changedAt + ms,
})

export function seeing(seen: Seen, event: AgentEvent, at: number): Seen {
  switch (event.kind) {
    case 'tool-call':
      return { ...called(seen, event.call, at), at }
    case 'tool-result':
      return { ...seen, at, running: seen.running.difference(new Set([event.id])) }
    case 'retry':
      return { ...seen, at, waitsUntil: at + (event.waitMs ?? 0) }
    case 'end':
      return { ...seen, at, running: new Set() }
    default:
      return { ...seen, at }
  }
}

const changing: ReadonlySet<ToolCall['action']> = new Set(['edit', 'delete', 'move'])

function called(seen: Seen, call: ToolCall, at: number): Seen {
  // Some tell of one call several times, as they learn more of it.
  if (seen.running.has(call.id)) return seen
  const isRepeated = seen.recent.some(({ fingerprint }) => fingerprint === call.fingerprint)
  const others = seen.recent.filter(({ fingerprint }) => fingerprint !== call.fingerprint)
  return {
    ...seen,
    running: new Set([...seen.running, call.id].slice(-mostRunning)),
    ...(changing.has(call.action) ? { changedAt: at, idleMs: 0 } : {}),
    recent: [...others, call].slice(-loopLength),
    repeats: isRepeated ? seen.repeats + 1 : 0,
  }
}

export interface Concern {
  readonly rule: 'agent-silent' | 'agent-repeats' | 'agent-idle'
  /** The concern in a few words, for people. */
  readonly says: string
  readonly isEnough: boolean
}

export function concernOf(seen: Seen, now: number, { silence, repeats, unchangedMs }: Patience): Concern | null {
  const silentMs = seen.running.size > 0 ? 0 : now - Math.max(seen.at, seen.waitsUntil)
  if (seen.repeats >= repeats.concern) {
    const last = seen.recent.at(-1)
    const what = `${last?.name ?? ''} ${last?.title ?? ''}`.trim()
    const says = `the same again and again: ${shortened(what, 60)} (${seen.repeats + 1} calls)`
    return { rule: 'agent-repeats', says, isEnough: seen.repeats >= repeats.end }
  }
  if (silentMs < silence.concern) {
    if (seen.idleMs < unchangedMs || seen.running.size > 0) return null
    return { rule: 'agent-idle', says: `no file changed for ${Math.floor(seen.idleMs / 60_000)} min`, isEnough: false }
  }
  const says = `silent for ${Math.floor(silentMs / 60_000)} min`
  return { rule: 'agent-silent', says, isEnough: silentMs >= silence.end }
}
