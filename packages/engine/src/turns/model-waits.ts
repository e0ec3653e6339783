/**
 * Turns whose agent waits for its model and tries again by itself. That is noted beside the run's events, so that every
 * program can tell why a turn goes on and nothing comes of it: once when it begins, not at every try, and when it is over.
 */
import type { Message, Open } from '@sigma/protocol'
import { lasting } from '../perform/turn-limit.ts'
import type { AgentState } from '../ports/agents.ts'
import type { Clock } from '../ports/ports.ts'
import type { Note, RunView } from '../views/views.ts'

/** Why an open turn waits. */
export interface TurnWait {
  readonly id: string
  readonly attempt: string
  readonly why: string
  /** ISO 8601, UTC. */
  readonly since: string
}

const waits = 'model-waits'
const answers = 'model-answers'
/** See `rate-limits.ts`. */
const limited = 'limited'

/** A model that comes and goes fills no journal. */
const leastBetweenMs = 60_000

/** Takes notice of each state of one attempt. */
export function modelWaitsOf(
  { attempt, effect }: Open,
  clock: Clock,
  note: (message: Message) => void,
): (state: Pick<AgentState, 'stage' | 'waits'>) => void {
  const role = effect.kind === 'ask' ? effect.role : effect.id
  let [isNoted, notedAt] = [false, Number.NEGATIVE_INFINITY]
  return ({ stage, waits: said }) => {
    // A prompt that ended while its agent waited was not answered.
    if (isNoted && said === null && stage !== 'waiting' && stage !== 'ending') {
      isNoted = false
      note({ type: answers, data: { message: `${role} is answered by its model again`, id: effect.id, attempt } })
    } else if (!isNoted && said !== null && clock.monotonic() - notedAt >= leastBetweenMs) {
      isNoted = true
      notedAt = clock.monotonic()
      const why = lasting(said)
      const message = `${role} waits: ${why}; its agent tries again by itself`
      note({ type: waits, data: { message, id: effect.id, attempt, why } })
    }
  }
}

/** The open turns of the run that wait now, for their model or until their limit is over. `notes`: all of the run's. */
export function waitsIn({ status, open }: RunView, notes: readonly Note[], now: number): readonly TurnWait[] {
  if (status === 'ended') return []
  return open.flatMap(({ id, attempt }) => {
    const last = notes.findLast(({ type, data }) => kinds.has(type) && data['attempt'] === attempt)
    if (last === undefined || last.type === answers) return []
    const { message, why, until } = last.data
    if (last.type === limited && !(typeof until === 'string' && Date.parse(until) > now)) return []
    const said = last.type === limited ? afterRole(message) : why
    return typeof said === 'string' ? [{ id, attempt, why: said, since: last.at }] : []
  })
}

const kinds: ReadonlySet<string> = new Set([waits, answers, limited])

const afterRole = (message: unknown): unknown =>
  typeof message === 'string' ? message.slice(message.indexOf(' waits: ') + ' waits: '.length) : null
