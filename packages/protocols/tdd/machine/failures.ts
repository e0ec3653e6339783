/** When a turn does not do what it should (section 10 of the DPTR requirements; D9: no retries of a failed agent). */
import {
  type Answered,
  type BlobRef,
  type Failed,
  type Finding,
  type JsonObject,
  lateRule,
  type Tell,
} from '@sigma/protocol'
import { consult } from './decisions.ts'
import { over } from './ending.ts'
import { faultsOf, finding } from './faults.ts'
import { atDecision } from './places.ts'
import { ask, restore, withTurn } from './seats.ts'
import type { Seat, TddStep, Work } from './state.ts'
import { refactors } from './tasks.ts'

/** The kernel has spent its own retries: this is the end of the turn. */
export function turnFailed(seat: Seat, { cause, evidence, findings }: Failed): TddStep {
  switch (cause) {
    case 'trespass':
      if (seat.state.kind === 'reviewing') return consult(seat, 'tries-spent', findings)
      return refused(seat, findings)
    case 'budget':
      return consult(seat, 'asks-spent', findings)
    case 'late':
      return late(seat, findings.length > 0 ? findings : [tooLong])
    case 'timeout':
    case 'crash':
    case 'invalid':
    case 'unavailable':
    case 'limited':
    case 'interrupted': {
      const words = findings.map(({ message }) => message).join(' ')
      return agentFailed(seat, { rule: cause, words, evidence, ways: waysOut(cause, findings) })
    }
  }
}

/** What the person can do about it, as whoever played the turn found; empty: nobody knows. */
function waysOut(cause: Failed['cause'], findings: readonly Finding[]): string {
  if (!persons.has(cause)) return ''
  const remedies = findings
    .map(({ remedy }) => remedy.trim())
    .filter((remedy) => remedy !== '' && remedy !== 'sigma resume')
  return [...new Set(remedies)].map((remedy) => remedy.replace(/[^.!?]$/, '$&.')).join(' ')
}

/** Of other causes the ways out are the agent's own: what it was told already. */
const persons: ReadonlySet<Failed['cause']> = new Set(['crash', 'unavailable', 'limited'])

/** How a turn ended that is none. */
export interface TurnEnd {
  readonly rule: string
  /** Of the agent; empty: it said nothing. */
  readonly words: string
  readonly evidence: BlobRef | null
  /** What the person can do about it; absent: nobody knows. */
  readonly ways?: string
}

/** Log, snapshot, halt, in this order (DPTR-108, DPTR-109); resuming restarts this turn only (DPTR-111). */
export function agentFailed(seat: Seat, { rule, words, evidence, ways = '' }: TurnEnd): TddStep {
  const message = `The agent's turn ended by ${rule}${words === '' ? '.' : `: ${words}`}`
  const remedy = ways === '' ? again : `${ways} Then resume: only this turn is repeated.`
  const told = finding({ rule, message, remedy }, evidence)
  const halted = consult(seat, 'agent-failed', [told])
  return { ...halted, effects: [log(seat, told), snapshot(seat), ...halted.effects] }
}

const tooLong: Finding = {
  rule: lateRule,
  message: 'The turn took longer than its limit.',
  remedy: 'Give it more time.',
}

/** Logged and kept as a failure is; a person may give the turn more time (D3). */
function late(seat: Seat, findings: readonly Finding[]): TddStep {
  const escalated = consult(seat, 'late', findings)
  return { ...escalated, effects: [...findings.map((each) => log(seat, each)), snapshot(seat), ...escalated.effects] }
}

/** The memory store may be back: the same turn once more, then it is an agent failure (DPTR-121). */
export function memoryFailed(seat: Seat, { message, output }: Answered): TddStep {
  const { turn } = seat
  if (turn.memory > 0) return ask(withTurn(seat, { ...turn, memory: turn.memory - 1 }))
  return agentFailed(seat, { rule: 'ME', words: message, evidence: output ?? null })
}

/** Halts this turn only; the same one is asked again after the decision (DPTR-119). */
export function blocked(seat: Seat, { message, output }: Answered): TddStep {
  const said = { rule: 'blocked', message: `The agent is blocked: ${message}`, remedy: 'Remove what blocks it.' }
  if (isToReproduce(seat)) return notReproduced(seat, [...seat.turn.refused, finding(said, output ?? null)])
  return consult(seat, 'blocked', [finding(said, output ?? null)])
}

/** A gate or the intake refused the work: once more with the reasons, within the tries (DPTR-113, DPTR-114). */
export function refused(seat: Seat, findings: readonly Finding[]): TddStep {
  const { turn } = seat
  const at = withTurn(seat, { ...turn, tries: turn.tries - 1, memory: 1, refused: [...turn.refused, ...findings] })
  return refactors(seat.state.kind) ? restore(at) : spentOrAgain(at)
}

export function spentOrAgain(seat: Seat): TddStep {
  if (seat.turn.tries > 0) return ask(seat)
  if (isToReproduce(seat)) return notReproduced(seat, seat.turn.refused)
  return consult(seat, 'tries-spent', seat.turn.refused)
}

const isToReproduce = ({ state: { run }, turn }: Seat): boolean => run.input.reproduces === true && turn.task === 'red'

/** Nothing is wrong that a test could show, as far as was tried: there is nothing to mend, and nothing was changed. */
function notReproduced({ state: { run }, turn }: Seat, tried: readonly Finding[]): TddStep {
  const tries = run.input.limits.tries - Math.max(0, turn.tries)
  const message = `No test showed the bug on today's code, in ${tries === 1 ? '1 try' : `${tries} tries`}.`
  const remedy = 'Say more in the report: what was done, what happened, what should have happened.'
  const reasons = [{ rule: 'not-reproduced', message, remedy }, ...tried]
  return over('refused', run, `Not reproduced. ${message}`, reasons)
}

/** The gate or the workspace broke, which says nothing about the work: the same thing again once a person says so. */
export function checkerFailed(seat: Seat, back: Work, failed: Failed): TddStep {
  return consult(seat, 'engine-failed', faultsOf(failed, again), back)
}

const again = 'Remove the cause, then resume: only this turn is repeated.'

function log(seat: Seat, { rule, message, evidence }: Finding): Tell {
  return {
    kind: 'tell',
    message: { type: 'log', data: { ...plainPlace(seat), rule, message, evidence: evidence ?? null } },
  }
}

/** Where every cycle of the slice stands. */
function snapshot(seat: Seat): Tell {
  const { run, cycles } = seat.state
  const stands = cycles.map(({ number, head, turns }) => ({
    cycle: number,
    head,
    turns: turns.map(({ task, stand }) => ({ task, stand: stand.kind })),
  }))
  const data = { ...plainPlace(seat), trunk: run.trunk.commit, slice: run.slice + 1, cycles: stands }
  return { kind: 'tell', message: { type: 'snapshot', data } }
}

function plainPlace(seat: Seat): JsonObject {
  const { role, session, round, phase, workspace } = atDecision(seat)
  return {
    role: role ?? null,
    session: session ?? null,
    round: round ?? null,
    cycle: seat.cycle.number,
    phase: phase ?? null,
    workspace: workspace ?? null,
  }
}
