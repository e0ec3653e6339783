/** Turns of agents in the minutes: when they began, what they used, how they ended. */
import type { Kernel, Recorded } from '@sigma/protocol'
import { type AgentBook, type Book, happened, happenedIn, type Moment, note } from './book.ts'
import { askedAs } from './callers.ts'
import type { Happening } from './minutes.ts'
import { addTurn } from './usage.ts'

export function noteTurn(book: Book, { envelope, event }: Recorded, moment: Moment): void {
  if (envelope.attempt === null) return
  if (event.kind === 'begun') {
    const agent = book.active.get(askedAs(book.open, event.id)?.name ?? '')
    if (agent !== undefined) begin(book, agent, envelope.attempt, event, moment)
  }
  if (event.kind !== 'answered' && event.kind !== 'failed') return
  const ending = event.kind === 'answered' ? `→${event.code}` : event.cause
  const output = event.output ?? (event.kind === 'failed' ? event.evidence : null)
  const words = event.kind === 'answered' ? event.message : event.findings.map(({ message }) => message).join(' ')
  over(book, envelope.attempt, { ending, output, words, usage: event.usage }, moment)
}

type Begun = Extract<Recorded['event'], { readonly kind: 'begun' }>

function begin(book: Book, agent: AgentBook, attempt: string, event: Begun, moment: Moment): void {
  const { session, pid, brief } = event
  const turn = { attempt, beganAt: moment.at, session, brief, output: null, ending: null }
  agent.turns.push(turn)
  book.openTurns.set(attempt, { turn, agent, isPerson: event.turn.person === true })
  if (agent.pid !== pid) book.roster += 1
  agent.pid = pid
  const phase = agent.phase === null ? openPhaseOf(book, agent) : book.phases.get(agent.phase)
  agent.seen = phase === undefined ? null : phase.messages.length
  note(
    agent,
    moment.at,
    `turn ${attempt} began: session ${session ?? 'none'}, process ${pid ?? 'none'}, brief ${brief}`,
  )
  if (agent.hasJoined) return
  agent.hasJoined = true
  const { name, role } = agent
  if (agent.phase !== null && phase !== undefined) happened(phase, moment, { kind: 'joined', agent: name, role })
}

interface Ending {
  readonly ending: string
  readonly output: string | null
  readonly words: string
  readonly usage: Extract<Recorded['event'], { readonly kind: 'failed' }>['usage']
}

/** Also where the answer came too late to count: what was used was used. */
function over(book: Book, attempt: string, { ending, output, words, usage }: Ending, { at }: Moment): void {
  const open = book.openTurns.get(attempt)
  if (open === undefined) return
  book.openTurns.delete(attempt)
  const { turn, agent, isPerson } = open
  turn.ending = ending
  turn.output = output
  if (agent.pid !== null) book.roster += 1
  agent.pid = null
  note(agent, at, `turn ${attempt} ended: ${ending} ${words}`)
  if (isPerson) return
  const task = book.tasks.get(agent.task)
  const phase = book.phases.get(agent.phase ?? '')
  for (const tally of [agent.usage, phase?.usage, task?.usage]) if (tally !== undefined) addTurn(tally, usage)
}

/** An attempt failed and another follows. */
export function noteRetry(book: Book, open: Kernel<unknown>['open'], { event }: Recorded, moment: Moment): void {
  if (event.kind !== 'failed') return
  const agent = book.active.get(askedAs(open, event.id)?.name ?? '')
  if (agent === undefined) return
  const { name, role } = agent
  const isRespawn = event.cause !== 'limited' && event.cause !== 'interrupted'
  const happening: Happening = { kind: isRespawn ? 'respawned' : 'interrupted', agent: name, role, cause: event.cause }
  if (isRespawn) agent.respawns += 1
  note(agent, moment.at, `${happening.kind} after ${event.cause}`)
  const task = book.tasks.get(agent.task)
  const phase = agent.phase === null ? openPhaseOf(book, agent) : book.phases.get(agent.phase)
  if (phase !== undefined) happened(phase, moment, happening)
  else if (task !== undefined) happenedIn(task, moment, happening)
}

function openPhaseOf(book: Book, { task }: AgentBook) {
  const last = book.tasks.get(task)?.phases.at(-1)
  return last === undefined || last.closed !== null ? undefined : last
}
