/** How long a turn may take, and what is said of one that was ended: what it did with its time decides what helps. */
import type { Ask, Finding, lateRule, Open } from '@sigma/protocol'
import type { AgentState, Agents } from '../ports/agents.ts'
import type { Clock } from '../ports/ports.ts'
import { afterMs } from '../time/alarm.ts'

export interface Bound {
  /** All that the turn may take. */
  readonly ms: number
  /** The last part of it, which begins with a reminder; 0: there is none. */
  readonly graceMs: number
  readonly by: typeof lateRule | 'minutes-spent'
}

/** The limit of the role or of the ask with the time after a reminder, and never more than what the run's budgets of time have left. */
export function boundOf(
  { withinMs = Number.POSITIVE_INFINITY, moreMs = 0 }: Open,
  { role, limitMs }: Ask,
  { limitOf, graceOf }: Agents,
): Bound {
  const persons = limitOf?.(role) ?? null
  // People are asked, and nobody reminds them.
  const graceMs = persons === null ? (graceOf?.(limitMs) ?? 0) : 0
  const ms = (persons ?? limitMs + moreMs) + graceMs
  if (withinMs >= ms) return { ms, graceMs, by: 'turn-limit' }
  return { ms: withinMs, graceMs: Math.max(0, graceMs - (ms - withinMs)), by: 'minutes-spent' }
}

interface Alarms {
  /** Called with what is left. */
  readonly remind: (leftMs: number) => void
  readonly end: () => void
}

/** Gives how to disarm. A turn is never ended before it was reminded. */
export function alarmed({ ms, graceMs }: Bound, clock: Clock, { remind, end }: Alarms): () => void {
  if (graceMs === 0) return afterMs(ms, clock, end)
  let disarm = afterMs(ms - graceMs, clock, () => {
    disarm = afterMs(graceMs, clock, end)
    remind(graceMs)
  })
  return () => disarm()
}

/** The clocks of the two sides differ by less. */
const toleranceMs = 1_000

/** The agent's own clock may end a turn a moment before ours. */
export const isOver = ({ ms, graceMs }: Bound, tookMs: number): boolean => graceMs > 0 && tookMs >= ms - toleranceMs

/** Adds up how long an agent waits for its model. */
export interface Waiting {
  saw(state: Pick<AgentState, 'waits'>): void
  /** Time since the turn began. */
  ms(): number
  /** Null: most of the time it did not. */
  most(): Waited | null
}

export interface Waited {
  readonly ms: number
  /** Time that the whole turn took. */
  readonly of: number
  readonly why: string
}

export function waitingOf(clock: Clock): Waiting {
  const begun = clock.monotonic()
  let [total, since, why] = [0, begun, '']
  let isWaiting = false
  return {
    saw({ waits }) {
      const now = clock.monotonic()
      if (isWaiting) total += now - since
      since = now
      isWaiting = waits !== null
      if (waits !== null) why = lasting(waits)
    },
    ms: () => clock.monotonic() - begun,
    most() {
      const now = clock.monotonic()
      const ms = isWaiting ? total + now - since : total
      return ms > 0 && ms >= (now - begun) / 2 ? { ms, of: now - begun, why } : null
    },
  }
}

/** The reason without when the agent tries again, which changes at every try. */
export const lasting = (said: string): string => said.replace(/, tries again in [\d.]+ ?m?s$/, '')

export function limitFinding({ role, phase }: Ask, { ms, graceMs, by }: Bound, waited: Waited | null): Finding {
  const spent = by === 'minutes-spent'
  if (waited !== null) {
    const time = `${durationText(waited.ms)} of ${durationText(waited.of)}`
    const message = `${role} waited ${time} for its model in ${phase}, and was ended: ${waited.why}.`
    return {
      rule: by,
      message,
      remedy: spent ? `${wayOut(waited.why)} Decide whether to extend it.` : wayOut(waited.why),
    }
  }
  const took = durationText(ms)
  const message = spent
    ? `${role} was ended in ${phase} after ${took}: no more was left of the time that the run may use.`
    : graceMs > 0
      ? `${role} took longer than ${took} in ${phase}, ${durationText(graceMs)} of it after its reminder, and was ended.`
      : `${role} took longer than ${took} in ${phase}, and was ended.`
  const later = 'a larger limits.turn in the configuration counts for runs that begin after it.'
  const remedy = spent
    ? 'Decide whether to extend it.'
    : graceMs > 0
      ? `Give it more time, or have it begun afresh; ${later}`
      : `Make the task smaller; ${later}`
  return { rule: by, message, remedy }
}

/** In minutes from two on. */
export const durationText = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 6_000) / 10} min`

function wayOut(why: string): string {
  if (/\b40[13]\b|\bauthenticat|\bunauthori[sz]ed|\blog ?in\b|\bkey\b|\bcredential|\bforbidden/i.test(why))
    return 'Check its key or its login: sigma agents'
  if (/\b(429|529|503)\b|too many requests|\brate.?limit|\blimited\b|\bquota\b|overloaded|\bcapacity\b/i.test(why))
    return 'Its service takes no more for now: go on later by sigma resume, or give the role another agent.'
  return 'See whether its model answers: sigma agents shows where it connects.'
}
