/** What a phase comes to: decisions, objections, escalations, vetoes (ROOM-150, ROOM-158). */

import { type Caller, noTask, ownedTask, seatedIn } from '../caller.ts'
import type { ArgumentsOf } from '../calls.ts'
import { change, type Draft, taskIn, tell } from '../draft.ts'
import { fromPerson } from '../findings.ts'
import { isRefusal, type Outcome, type Refusal, refused, replied } from '../outcome.ts'
import { ask, withdraw } from '../questions.ts'
import { settleObjections, takeBack } from '../settling.ts'
import type { Decision, Task } from '../state.ts'

/** Beside the limits of the input: what keeps a board from growing without end. */
const most = 100
/** Characters of an objection that are kept in mind; all of it stands in the journal. */
const mostKept = 1_000

export function decide(draft: Draft, caller: Caller, { decision, check, task: named }: ArgumentsOf<'decide'>): Outcome {
  const task = ownedTask(draft, caller, named, 'decide')
  if (isRefusal(task)) return task
  if (task.status !== 'active') return refused('not-active', `${task.id} is ${task.status}.`, 'pm status')
  if (task.doing.kind === 'landing') return refused('landing', `${task.id} is landing: end your turn.`, 'pm status')
  if (task.decisions.length >= most) return tooMany(task, 'decisions', task.decisions.length)
  const phase = task.phases.at(-1)?.id ?? null
  const decisions = [...task.decisions, { text: decision, phase, check, vetoed: false }]
  change(draft, task.id, { decisions })
  tell(draft, 'decided', { task: task.id, decision: decisions.length, phase, by: caller.name })
  return replied({ task: task.id, decision: decisions.length, phase })
}

const tooMany = ({ id }: Task, what: string, count: number): Refusal =>
  refused(`limit-${what}`, `${id} has ${count} of ${most} ${what}.`, 'pm subtask "…"')

export function object(draft: Draft, caller: Caller, { decision, why, blocking }: ArgumentsOf<'object'>): Outcome {
  const seated = seatedIn(draft, caller, 'object')
  if (isRefusal(seated)) return seated
  const { task, seat } = seated
  const found = standingDecision(task, decision)
  if (isRefusal(found)) return found
  if (task.objections.length >= most) return tooMany(task, 'objections', task.objections.length)
  const kept = why.slice(0, mostKept).toWellFormed()
  const objections = [
    ...task.objections,
    { decision, why: kept, by: seat.name, role: seat.role, blocking, settled: false },
  ]
  const number = objections.length
  change(draft, task.id, { objections })
  tell(
    draft,
    'objected',
    { task: task.id, objection: number, decision, by: seat.name, role: seat.role, blocking },
    task,
  )
  const message = `${seat.name} (${seat.role}) objects to decision ${decision} (${found.text}): ${kept}`
  const remedy = blocking ? `pm answer-objection ${number} "…"` : 'Weigh it.'
  const reason = { rule: 'objection', message, remedy }
  change(draft, task.id, { told: [...task.told, reason] })
  if (blocking) ask(draft, task.id, { cause: 'objection', about: `${number}` }, [reason])
  return replied({ task: task.id, objection: number, decision, blocking })
}

function standingDecision(task: Task, number: number): Decision | Refusal {
  const found = task.decisions[number - 1]
  if (found === undefined)
    return refused('decision-unknown', `${task.id} has no decision ${number}.`, `pm show ${task.id}`)
  return found.vetoed ? refused('decision-vetoed', `Decision ${number} was taken back.`, `pm show ${task.id}`) : found
}

export function answerObjection(draft: Draft, caller: Caller, given: ArgumentsOf<'answer-objection'>): Outcome {
  const task = ownedTask(draft, caller, given.task, 'answer-objection')
  if (isRefusal(task)) return task
  const found = task.objections[given.objection - 1]
  if (found === undefined)
    return refused('objection-unknown', `${task.id} has no objection ${given.objection}.`, `pm show ${task.id}`)
  if (found.settled)
    return refused('objection-settled', `Objection ${given.objection} is settled.`, `pm show ${task.id}`)
  settleObjections(draft, task.id, (number) => number === given.objection)
  withdraw(draft, task.id, ({ cause, about }) => cause === 'objection' && about === `${given.objection}`)
  tell(draft, 'objection-answered', { task: task.id, objection: given.objection, by: caller.name })
  return replied({ task: task.id, objection: given.objection })
}

/** Once a phase, so that a role cannot put off for ever what its owner decided. */
export function escalate(draft: Draft, caller: Caller, { decision, why }: ArgumentsOf<'escalate'>): Outcome {
  const seated = seatedIn(draft, caller, 'escalate')
  if (isRefusal(seated)) return seated
  const { task, phase, seat } = seated
  const found = standingDecision(task, decision)
  if (isRefusal(found)) return found
  if (seat.escalated) return refused('escalated', `You have taken a decision to a person in ${phase.id}.`, 'pm say "…"')
  const seats = phase.seats.map((each) => (each.name === seat.name ? { ...each, escalated: true } : each))
  const phases = task.phases.map((each) => (each.id === phase.id ? { ...each, seats } : each))
  change(draft, task.id, { phases })
  const message = `${seat.name} (${seat.role}) takes decision ${decision} to you (${found.text}): ${why}`
  ask(draft, task.id, { cause: 'escalated', about: `${decision}` }, [{ rule: 'escalated', message, remedy: 'Decide.' }])
  tell(draft, 'escalated', { task: task.id, decision, by: seat.name, role: seat.role }, task)
  return replied({ task: task.id, decision })
}

export function veto(draft: Draft, caller: Caller, { task: id, decision, why }: ArgumentsOf<'veto'>): Outcome {
  if (caller.kind !== 'person') return refused('not-yours', 'Only a person may veto.', 'pm object N "…"')
  const task = taskIn(draft, id)
  if (task === null) return noTask(id)
  if (task.status !== 'active') return refused('not-active', `${id} is ${task.status}.`, 'pm status')
  const found = standingDecision(task, decision)
  if (isRefusal(found)) return found
  takeBack(draft, id, decision, fromPerson(`Decision ${decision} (${found.text}) is taken back: ${why}`))
  return replied({ task: id, decision, vetoed: true })
}
