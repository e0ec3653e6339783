/** What comes back of turns, checks, timers and merges (ROOM-104, ROOM-125, ROOM-136 to ROOM-139). */
import { type Answered, type Event, type Failed, type Finding, failureCodes, type Judged } from '@sigma/protocol'
import { change, changeSeat, type Draft, isInTurn, taskIn, tell } from './draft.ts'
import { fromOutside, joinFailed } from './findings.ts'
import { commit, conflicts, land, landed, landingOf, notLanded } from './landing.ts'
import { cameFromOutside } from './outside.ts'
import { askNow, goOn } from './owning.ts'
import { leaveId, readId, sitId } from './places.ts'
import { ask } from './questions.ts'
import { askSeat, settleSeat } from './rooms.ts'
import type { Cause, Phase, Seat, Task } from './state.ts'

type Answer = Extract<
  Event,
  { readonly kind: 'answered' | 'failed' | 'judged' | 'elapsed' | 'integrated' | 'conflicted' }
>

export function taken(draft: Draft, event: Answer): void {
  const { kind, name } = readId(event.id)
  switch (kind) {
    case 'own':
      own(draft, name, event)
      return
    case 'sit':
      sat(draft, name, event)
      return
    case 'leave':
      outOfTime(draft, name)
      return
    case 'join':
      joined(draft, name, event)
      return
    case 'check':
      checked(draft, name, event)
      return
    case 'land':
      committed(draft, name, event)
      return
    case 'wait':
      cameFromOutside(draft, name, fromOutside('time', 'The time that you waited for is over.'))
      return
  }
}

function own(draft: Draft, name: string, event: Answer): void {
  const task = Object.values(draft.tasks).find(({ owner }) => owner?.name === name)
  if (task === undefined || !isInTurn(task)) return
  const { id } = task
  const waits = task.waits.filter(({ isOwners }) => !isOwners)
  if (event.kind === 'failed') {
    // What it was told is told again: nobody heard it.
    change(draft, id, { doing: { kind: 'deciding' }, waits, heard: 0 })
    lost(draft, task, event)
    return
  }
  if (event.kind !== 'answered') return
  change(draft, id, { waits, told: task.told.slice(task.heard), heard: 0, head: headAfter(task.head, event) })
  if (landingOf(task) !== null) {
    land(draft, id)
    return
  }
  if (failureCodes.includes(event.code)) {
    ask(draft, id, { cause: 'owner-gave-up', about: '' }, [gaveUp(event)])
    change(draft, id, { doing: { kind: 'deciding' } })
    return
  }
  change(draft, id, { doing: { kind: 'nothing' } })
  goOn(draft, id)
}

/** What comes with a failure counts for nothing. */
const headAfter = (head: string, { code, commit: made }: Answered): string =>
  failureCodes.includes(code) ? head : (made ?? head)

const gaveUp = ({ code, message }: Answered): Finding => ({
  rule: 'gave-up',
  message: `→${code}: ${message}`,
  remedy: 'See what keeps the agent from it.',
})

function causeOf(cause: Failed['cause'], of: 'owner' | 'role'): Cause {
  return cause === 'budget' ? 'budget' : `${of}-${cause === 'late' ? 'late' : 'lost'}`
}

/** A landing that its owner did not live to see the end of is not carried out: part of the work may be lost. */
function lost(draft: Draft, task: Task, { cause, findings }: Failed): void {
  ask(draft, task.id, { cause: causeOf(cause, 'owner'), about: '' }, findings)
  if (cause !== 'budget') tell(draft, 'lost', { task: task.id, agent: task.owner?.name ?? '', role: 'owner', cause })
}

function sat(draft: Draft, name: string, event: Answer): void {
  const found = seatNamed(draft, name)
  if (found === null) return
  const { task, phase, seat } = found
  if (event.kind === 'answered') handOver(draft, task, phase, seat, event)
  if (seat.status === 'leaving') {
    leaves(draft, task.id, phase.id, name)
    return
  }
  if (event.kind === 'failed') {
    seatLost(draft, task, phase, seat, event)
    return
  }
  if (event.kind !== 'answered' || seat.status !== 'turn') return
  if (event.code !== 'WT') {
    settleSeat(draft, task.id, phase.id, name, { status: 'left' })
    return
  }
  if (phase.count > seat.seen) {
    askSeat(draft, task.id, phase.id, name)
    return
  }
  settleSeat(draft, task.id, phase.id, name, { status: 'waits' })
}

function seatNamed(
  draft: Draft,
  name: string,
): { readonly task: Task; readonly phase: Phase; readonly seat: Seat } | null {
  for (const task of Object.values(draft.tasks)) {
    for (const phase of task.phases) {
      const seat = phase.seats.find((each) => each.name === name)
      if (seat !== undefined) return { task, phase, seat }
    }
  }
  return null
}

/** A builder's work is joined to the task's own; each of its commits has those before. */
function handOver(
  draft: Draft,
  { id, joins }: Task,
  { id: phase }: Phase,
  { name, head }: Seat,
  event: Answered,
): void {
  const made = headAfter(head, event)
  if (made === head) return
  changeSeat(draft, id, phase, name, { head: made })
  change(draft, id, { joins: [...joins.filter((each) => each.name !== name), { name, commit: made }] })
}

/** A builder of a closed phase has handed over, or cannot. */
function leaves(draft: Draft, id: string, phase: string, name: string): void {
  draft.effects.push({ kind: 'clear-timer', id: leaveId(name) })
  isGone(draft, id, phase, name)
}

function isGone(draft: Draft, id: string, phase: string, name: string): void {
  changeSeat(draft, id, phase, name, { status: 'left' })
  const task = taskIn(draft, id)
  if (task !== null && landingOf(task)?.stage === 'builders') land(draft, id)
}

function outOfTime(draft: Draft, name: string): void {
  const found = seatNamed(draft, name)
  if (found === null || found.seat.status !== 'leaving') return
  draft.effects.push({ kind: 'stop', id: sitId(name), graceMs: 0 })
  isGone(draft, found.task.id, found.phase.id, name)
}

function seatLost(draft: Draft, { id }: Task, { id: phase }: Phase, { name, role }: Seat, event: Failed): void {
  changeSeat(draft, id, phase, name, { status: 'lost' })
  ask(draft, id, { cause: causeOf(event.cause, 'role'), about: name }, event.findings)
  tell(draft, 'lost', { task: id, agent: name, role, cause: event.cause })
  settleSeat(draft, id, phase, name, {})
}

/** Whether it could be joined or not, the turn begins: what conflicts is put to a person when the task lands. */
function joined(draft: Draft, id: string, event: Answer): void {
  const task = taskIn(draft, id)
  if (task === null || task.doing.kind !== 'joining') return
  if (event.kind === 'integrated') change(draft, id, { head: event.commit, joins: [] })
  else {
    const what = event.kind === 'conflicted' ? `it conflicts in ${event.files.join(', ')}` : 'Sigma could not merge it'
    change(draft, id, { told: [...task.told, joinFailed(what)] })
  }
  askNow(draft, id)
}

function checked(draft: Draft, id: string, event: Answer): void {
  if (event.kind === 'judged' && event.verdict === 'pass') {
    commit(draft, id)
    return
  }
  if (event.kind === 'judged') {
    notLanded(draft, id, 'checks-refused', findingsOf(event))
    return
  }
  if (event.kind === 'failed') notLanded(draft, id, 'checks-refused', event.findings)
}

const findingsOf = ({ findings, verdict }: Judged): readonly Finding[] =>
  findings.length > 0
    ? findings
    : [{ rule: 'decisions-not-kept', message: `The gate says ${verdict}.`, remedy: 'See its evidence: sigma why' }]

function committed(draft: Draft, id: string, event: Answer): void {
  if (event.kind === 'integrated') {
    landed(draft, id, event.commit)
    return
  }
  if (event.kind === 'conflicted') {
    conflicts(draft, id, event.files, event.branches ?? [])
    return
  }
  if (event.kind === 'failed') notLanded(draft, id, 'not-committed', event.findings)
}
