/** A developer may not edit tests: a faulty one is reported, by it or by a gate, and QA adjusts it or declines (DPTR-94 to DPTR-96). */
import { type Answered, type Baseline, type Finding, flakyRule } from '@sigma/protocol'
import { consult } from './decisions.ts'
import { ask, freshTurn, restore, rewritten, withCycle, withHead, withTurn } from './seats.ts'
import type { Note, Seat, TddStep, Turn, Work } from './state.ts'
import { refactors } from './tasks.ts'

/** What the developer has so far becomes the head; QA works on from there, in the same session. */
export function issueRaised(seat: Seat, { commit, message }: Answered): TddStep {
  return raise(withHead(seat, commit ?? seat.cycle.head), { kind: 'issue', text: message }, [issueAsFinding(message)])
}

/**
 * A test that says one thing and then another, demands nothing of the code or reads its text is a test issue that the gate raised
 * (SIG-52; decision 0095). A refactoring is put back first, for its tests are measured over the last green source.
 */
export function testFound(seat: Seat, findings: readonly Finding[]): TddStep {
  const text = findings.map(({ message, remedy }) => `${message} ${remedy}`).join('\n')
  const told = withTurn(seat, { ...seat.turn, memory: 1, refused: [...seat.turn.refused, ...findings] })
  const by = findings.every(({ rule }) => rule === flakyRule) ? 'gate' : 'measured'
  const note: Note = { kind: 'issue', text, by }
  return raise(told, note, findings, refactors(seat.state.kind) ? { kind: 'restoring' } : { kind: 'asking' })
}

function raise(seat: Seat, note: Note, reasons: readonly Finding[], back: Work = { kind: 'asking' }): TddStep {
  const { tries } = seat.state.run.input.limits
  const turn: Turn = { ...freshTurn('adjust', tries), note, raisedBy: seat.turn }
  const at = withTurn(seat, turn)
  const left = at.cycle.exchanges - 1
  if (left < 0) return consult(at, 'exchanges-spent', reasons, back)
  const spent = withCycle(at, { ...at.cycle, exchanges: left })
  return back.kind === 'restoring' ? restore(spent) : ask(spent)
}

/** The tests stand: what QA changed on the way is not taken. Declined twice with no adjustment between: a person. */
export function declined(seat: Seat, { message }: Answered): TddStep {
  const left = seat.cycle.declines - 1
  const at = withCycle(seat, { ...seat.cycle, declines: left })
  const reasons = [issueAsFinding(at.turn.note?.text ?? ''), declineAsFinding(message)]
  if (left <= 0) return consult(at, 'declined-twice', reasons)
  return backToDeveloper(tellDeveloper(at, { kind: 'declined', text: message }))
}

/** Adjusted tests were measured: in GREEN they are what must now pass, later they are the last green state. */
export function adjusted(seat: Seat, accepted: Baseline): TddStep {
  const { cycle, state } = seat
  const baseline = state.kind === 'green' ? { red: accepted } : { green: accepted }
  return backToDeveloper(withCycle(rewritten(seat), { ...cycle, ...baseline, declines: 2 }))
}

/** Keeps QA's words for the developer's turn that waits. */
export function tellDeveloper(seat: Seat, note: Note): Seat {
  const { raisedBy } = seat.turn
  return withTurn(seat, { ...seat.turn, raisedBy: raisedBy && { ...raisedBy, note } })
}

function backToDeveloper(seat: Seat): TddStep {
  const { turn } = seat
  return ask(withTurn(seat, { ...(turn.raisedBy ?? turn), memory: 1 }))
}

const remedy = 'Decide whether the test is right.'

const issueAsFinding = (said: string): Finding => ({ rule: 'test-issue', message: `Developer: ${said}`, remedy })

const declineAsFinding = (said: string): Finding => ({ rule: 'test-issue-declined', message: `QA: ${said}`, remedy })
