/** What an event makes of the turn it is about. */
import type { Answered, Baseline, Event, Judged } from '@sigma/protocol'
import { type BlobRef, type Finding, flakyRule, type Json } from '@sigma/protocol'
import { settle } from './barrier.ts'
import { decided } from './decisions.ts'
import { adjusted, declined, issueRaised, tellDeveloper, testFound } from './dialogue.ts'
import { agentFailed, blocked, checkerFailed, memoryFailed, refused, spentOrAgain, turnFailed } from './failures.ts'
import { check, rewritten, seatOf, withCycle, withHead, withStand, withTouched, withTurn } from './seats.ts'
import type { Points, Seat, TddStep, Working } from './state.ts'
import { refactors, tasks } from './tasks.ts'
import { lostIn, roseIn, withTold } from './telling.ts'

/** Answers every event; one that is about nothing open changes nothing. */
export function working(state: Working, event: Event): TddStep {
  const seat = 'id' in event ? seatOf(state, event.id) : null
  if (!seat) return { state, effects: [] }
  const { stand } = seat.turn
  switch (stand.kind) {
    case 'asking':
      if (event.kind === 'answered') return answered(seat, event)
      if (event.kind === 'failed') return turnFailed(seat, event)
      break
    case 'checking':
      if (event.kind === 'judged') return judged(seat, stand.commit, event)
      if (event.kind === 'failed') return checkerFailed(seat, stand, event)
      break
    case 'restoring':
      if (event.kind === 'restored') return spentOrAgain(seat)
      if (event.kind === 'failed') return checkerFailed(seat, stand, event)
      break
    case 'deciding':
      if (event.kind === 'decided') return decided(seat, stand.cause, stand.back, event)
      break
    case 'finished':
      break
  }
  return { state, effects: [] }
}

/** Only the code decides; the message is data (DPTR-15). */
function answered(seat: Seat, event: Answered): TddStep {
  switch (event.code) {
    case 'ME':
      return memoryFailed(seat, event)
    case 'BL':
      return blocked(seat, event)
    case 'EX':
    case 'TO':
      return agentFailed(seat, { rule: event.code, words: event.message, evidence: event.output ?? null })
  }
  if (event.code === 'APPROVED' || event.code === 'NEEDS_CHANGE') return reviewed(seat, event)
  if (event.code === 'TI') return issueRaised(withTouched(seat, event.changed), event)
  if (event.code === 'RC' && seat.turn.task === 'adjust') return declined(seat, event)
  return claimed(withTouched(seat, event.changed), event)
}

/** A success code is a claim: the gate measures it (DPTR-30). A refactoring that changed nothing is measured already. */
function claimed(seat: Seat, event: Answered): TddStep {
  const { green, head } = seat.cycle
  const commit = event.commit ?? head
  const told = event.code === 'TA' ? tellDeveloper(seat, { kind: 'adjusted', text: event.message }) : seat
  if (refactors(seat.state.kind) && commit === green.commit) return passed(told, commit, green.evidence)
  return check(told, commit)
}

function judged(seat: Seat, commit: string, { verdict, evidence, findings, data }: Judged): TddStep {
  if (verdict === 'pass')
    return withTold(passed(seat, commit, evidence), [...roseIn(seat, data), ...lostIn(seat, data)])
  const reasons = findings.length > 0 ? findings : [withoutFindings(verdict, evidence)]
  const at = refactors(seat.state.kind) ? seat : withHead(seat, commit)
  if (verdict !== 'fail') return refused(at, reasons)
  if (isForQa(seat, reasons)) return testFound(at, reasons)
  const example = exampleFor(at, reasons, data)
  if (example === null) return refused(at, reasons)
  // Once the tries are spent the developer has one more, and sees what was held back.
  return refused(withTurn(at, { ...at.turn, tries: at.turn.tries + 1, shown: true }), [...reasons, example])
}

/** Code that answers the examples of the tests, and not other inputs. */
const examplesRule = 'answers-examples'

/** Rules about the tests themselves, with what the gate saw of them. */
const ofTests: ReadonlySet<string> = new Set([flakyRule, 'any-result-passes', 'held-same-inputs', 'reads-the-text'])

/** The developer cannot put a test right; what else was found comes first. */
function isForQa({ turn }: Seat, findings: readonly Finding[]): boolean {
  const { role, codes } = tasks[turn.task]
  return role === 'dev' && codes.includes('TI') && findings.every(({ rule }) => ofTests.has(rule))
}

function exampleFor({ turn }: Seat, findings: readonly Finding[], data: Json): Finding | null {
  const held = typeof data === 'object' && data !== null && 'held' in data ? data['held'] : null
  const isSpent = turn.tries <= 1 && turn.shown !== true
  if (!isSpent || typeof held !== 'string' || !findings.some(({ rule }) => rule === examplesRule)) return null
  return {
    rule: examplesRule,
    message: `One of the inputs that were held back: ${held}`,
    remedy: 'Implement the behaviour for every input: this is the last try, and no other example is shown.',
  }
}

function withoutFindings(verdict: 'fail' | 'unknown', evidence: string): Finding {
  const message = verdict === 'fail' ? 'The gate is not met.' : 'The gate could not judge the work.'
  return { rule: `gate-${verdict}`, message, remedy: 'Read the evidence, and put the work right.', evidence }
}

function passed(seat: Seat, commit: string, evidence: BlobRef | null): TddStep {
  const accepted: Baseline = { commit, evidence }
  const at = withHead(seat, commit)
  switch (seat.turn.task) {
    case 'red':
      return finished(withCycle(at, { ...at.cycle, red: accepted, accepted, untouched: commit }))
    case 'adjust':
      return adjusted(at, accepted)
    case 'refactor-tests': {
      const told = commit === at.cycle.green.commit ? at : rewritten(at)
      return finished(withCycle(told, { ...told.cycle, green: accepted }))
    }
    case 'phase0':
    case 'green':
    case 'refactor-implementation':
    case 'review-tests':
    case 'review-implementation':
      return finished(withCycle(at, { ...at.cycle, green: accepted }))
  }
}

/** Who reviews the tests speaks about tests, who reviews the implementation about that. */
function reviewed(seat: Seat, { code, message }: Answered): TddStep {
  const { cycle, turn } = seat
  const point = code === 'APPROVED' ? null : message
  const points: Points =
    turn.task === 'review-tests' ? { ...cycle.points, tests: point } : { ...cycle.points, implementation: point }
  const approvals = code === 'APPROVED' ? [...cycle.approvals, tasks[turn.task].role] : cycle.approvals
  return finished(withCycle(seat, { ...cycle, points, approvals }))
}

function finished(seat: Seat): TddStep {
  return settle(withStand(seat, { kind: 'finished' }).state)
}
