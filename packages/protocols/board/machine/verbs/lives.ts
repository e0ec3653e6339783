/** The end of a task, and what people do about its life: `done`, `kill`, `redirect` (ROOM-59 to ROOM-62, ROOM-127 to ROOM-135). */

import { type Caller, noTask, ownedTask, standing } from '../caller.ts'
import type { ArgumentsOf } from '../calls.ts'
import { change, type Draft, isInTurn, taskIn, tell, tellOwner } from '../draft.ts'
import { endOutside } from '../ending.ts'
import { fromPerson } from '../findings.ts'
import { kill as killed, restartRefusal } from '../killing.ts'
import { land } from '../landing.ts'
import { isRefusal, type Outcome, type Refusal, refused, replied } from '../outcome.ts'
import { childrenOf, isOver, openPhaseOf, wake } from '../owning.ts'
import { joinId } from '../places.ts'
import { holdsOwner } from '../questions.ts'
import type { Task } from '../state.ts'
import { undecided } from '../undecided.ts'

export function done(draft: Draft, caller: Caller, { merge, task: named }: ArgumentsOf<'done'>): Outcome {
  const task = ownedTask(draft, caller, named, 'done')
  if (isRefusal(task)) return task
  const { id, status, doing } = task
  if (status === 'done') return replied({ task: id, status: 'done', unchanged: true })
  if (doing.kind === 'landing' && doing.stage !== 'decision')
    return replied({ task: id, status: 'landing', objections: [] })
  const refusal = standing(task, holdsOwner(task), 'done') ?? unfinished(draft, task, merge)
  if (refusal !== null) return refusal
  const open = isInTurn(task)
  if (doing.kind === 'joining') draft.effects.push({ kind: 'stop', id: joinId(id), graceMs: 0 })
  endOutside(draft, id)
  const { nudges } = draft.input.limits
  change(draft, id, { doing: { kind: 'landing', merge, stage: 'turn' }, nudges })
  if (!open) land(draft, id)
  const objections = task.objections.flatMap(({ settled }, at) => (settled ? [] : [at + 1]))
  return replied({ task: id, status: taskIn(draft, id)?.status === 'done' ? 'done' : 'landing', objections })
}

/** What has to be over first, by name (A41, ROOM-61, ROOM-150). */
function unfinished(draft: Draft, task: Task, merge: boolean): Refusal | null {
  const { id, objections, questions } = task
  const phase = openPhaseOf(task)
  if (phase !== null)
    return refused('phase-open', `The phase ${phase.id} (${phase.name}) of ${id} is open.`, 'pm end-phase')
  const open = childrenOf(draft, id).filter((child) => !isOver(child))
  if (open.length > 0) {
    const names = open.map((child) => `${child.id} (${child.status})`).join(', ')
    return refused('not-done', `Subtasks of ${id} are not over: ${names}.`, 'pm wait-children')
  }
  const blocking = objections.findIndex((each) => each.blocking && !each.settled)
  if (blocking >= 0) {
    const reason = `Objection ${blocking + 1} blocks ${id}, and nobody answered it.`
    return refused('objection-open', reason, `pm answer-objection ${blocking + 1} "…"`)
  }
  if (questions.some(({ cause }) => cause === 'escalated'))
    return refused('decision-waits', `A decision of ${id} was taken to a person.`, 'sigma inbox')
  const bare = task.phases.find((each) => each.closed !== 'killed' && undecided(task, each))
  if (bare !== undefined)
    return refused('no-decision', `The phase ${bare.id} was there to decide, and nothing is decided.`, 'pm decide "…"')
  if (merge && draft.input.target === null)
    return refused('no-target', 'The board was begun on no branch that could be merged into.', 'pm done')
  return null
}

export function kill(draft: Draft, caller: Caller, { task: id, restart, tree }: ArgumentsOf<'kill'>): Outcome {
  if (caller.kind !== 'person') return refused('not-yours', 'Only a person may kill a task.', 'pm done')
  const task = taskIn(draft, id)
  if (task === null) return noTask(id)
  const { status } = task
  if (status === 'done') return refused('not-active', `${id} is done.`, 'pm task "…"')
  if (status === 'killed' && !restart && !tree)
    return refused('not-active', `${id} is killed.`, `pm kill ${id} --restart`)
  const refusal = restart ? restartRefusal(draft, task) : null
  if (refusal !== null) return refusal
  const over = killed(draft, id, { restart, tree })
  const goOn = childrenOf(draft, id).filter((child) => !isOver(child))
  const now = taskIn(draft, id) ?? task
  return replied({
    task: id,
    status: now.status,
    owner: now.status === 'active' ? (now.owner?.name ?? null) : null,
    killed: [...over],
    children: goOn.map((child) => child.id),
  })
}

export function redirect(draft: Draft, caller: Caller, { task: id, note }: ArgumentsOf<'redirect'>): Outcome {
  if (caller.kind !== 'person') return refused('not-yours', 'Only a person may redirect an owner.', 'pm say "…"')
  const task = taskIn(draft, id)
  if (task === null) return noTask(id)
  if (task.status !== 'active') return refused('not-active', `${id} is ${task.status}.`, 'pm status')
  if (task.doing.kind === 'landing') return refused('landing', `${id} is landing.`, 'pm status')
  change(draft, id, { redirect: note })
  tellOwner(draft, id, { ...fromPerson(note), remedy: 'Acknowledge it (`pm acknowledge`), and follow it.' }, true)
  tell(draft, 'redirected', { task: id, by: caller.name }, task)
  wake(draft, id)
  return replied({ task: id, redirected: true })
}

export function acknowledge(draft: Draft, caller: Caller, { task: named }: ArgumentsOf<'acknowledge'>): Outcome {
  const task = ownedTask(draft, caller, named, 'acknowledge')
  if (isRefusal(task)) return task
  if (task.redirect === null) return refused('no-redirect', `There is no note to ${task.id}.`, 'pm status')
  change(draft, task.id, { redirect: null })
  tell(draft, 'acknowledged', { task: task.id, by: caller.name })
  return replied({ task: task.id, acknowledged: task.redirect })
}
