/** What is said of a turn that was ended at its limit: what it did with its time decides what helps. */
import type { Ask, Finding } from '@sigma/protocol'
import type { AgentState } from '../ports/agents.ts'
import type { Clock } from '../ports/ports.ts'

export interface Bound {
  readonly ms: number
  readonly by: 'turn-limit' | 'minutes-spent'
}

/** Adds up how long an agent waits for its model. */
export interface Waiting {
  saw(state: Pick<AgentState, 'waits'>): void
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
    most() {
      const now = clock.monotonic()
      const ms = isWaiting ? total + now - since : total
      return ms > 0 && ms >= (now - begun) / 2 ? { ms, of: now - begun, why } : null
    },
  }
}

/** The reason without when the agent tries again, which changes at every try. */
export const lasting = (said: string): string => said.replace(/, tries again in [\d.]+ ?m?s$/, '')

export function limitFinding({ role, phase }: Ask, { ms, by }: Bound, waited: Waited | null): Finding {
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
    : `${role} took longer than ${took} in ${phase}, and was ended.`
  const remedy = spent
    ? 'Decide whether to extend it.'
    : 'Make the task smaller; a larger limits.turn in the configuration counts for runs that begin after it.'
  return { rule: by, message, remedy }
}

/** In whole minutes from ten on. */
const durationText = (ms: number): string =>
  ms < 600_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`

function wayOut(why: string): string {
  if (/\b40[13]\b|\bauthenticat|\bunauthori[sz]ed|\blog ?in\b|\bkey\b|\bcredential|\bforbidden/i.test(why))
    return 'Check its key or its login: sigma agents'
  if (/\b(429|529|503)\b|too many requests|\brate.?limit|\blimited\b|\bquota\b|overloaded|\bcapacity\b/i.test(why))
    return 'Its service takes no more for now: go on later by sigma resume, or give the role another agent.'
  return 'See whether its model answers: sigma agents shows where it connects.'
}
