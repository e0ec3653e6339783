/**
 * How a task is done. `pm done` is accepted; when the owner's turn is over and its builders have handed over, its decisions
 * are checked, and its work lands as one commit (ROOM-59, ROOM-118 to ROOM-125).
 *
 *     turn ──▶ builders ──▶ checks ──pass──▶ commit ──▶ done
 *                             │ fail, unknown    │ failed      conflicted
 *                             └──▶ owner is asked again ◀──┘        └──▶ decision
 *                                  the second time: decision
 */
import { type Branch, type Finding, jsonOf } from '@sigma/protocol'
import type { DecisionCheck } from './calls.ts'
import { change, type Draft, taskIn, tell, tellOwner } from './draft.ts'
import { finish } from './ending.ts'
import { type DecisionsParameters, decisionsGate } from './gate-parameters.ts'
import { landingMessage } from './message.ts'
import { goOn } from './owning.ts'
import { atPart, checkId, landId } from './places.ts'
import { ask } from './questions.ts'
import type { Cause, Doing, Task } from './state.ts'

type Landing = Extract<Doing, { readonly kind: 'landing' }>

export const landingOf = ({ doing }: Pick<Task, 'doing'>): Landing | null => (doing.kind === 'landing' ? doing : null)

/** The owner's turn is over. */
export function land(draft: Draft, id: string): void {
  const task = taskIn(draft, id)
  if (task === null) return
  const handsOver = task.phases.some(({ seats }) => seats.some(({ status }) => status === 'leaving'))
  if (handsOver) {
    at(draft, id, 'builders')
    return
  }
  if (task.head === task.base && task.joins.length === 0) {
    finish(draft, id, null)
    return
  }
  const checks = checksOf(task)
  if (checks.length === 0) {
    commit(draft, id)
    return
  }
  at(draft, id, 'checks')
  draft.effects.push({
    kind: 'check',
    id: checkId(id),
    at: atPart(task, 'check'),
    gate: decisionsGate,
    commit: task.head,
    parameters: { base: task.base, checks: jsonOf(checks) } satisfies Record<keyof DecisionsParameters, unknown>,
  })
}

function at(draft: Draft, id: string, stage: Landing['stage']): void {
  const landing = landingOf(taskIn(draft, id) ?? none)
  if (landing !== null) change(draft, id, { doing: { ...landing, stage } })
}

const none: Pick<Task, 'doing'> = { doing: { kind: 'nothing' } }

/** The decisions of its parents and its own, those that a person took back left out. */
const checksOf = ({ checks, decisions }: Task): readonly DecisionCheck[] => [
  ...checks,
  ...decisions.flatMap(({ check, vetoed }) => (check === null || vetoed ? [] : [check])),
]

/** One commit of all that came about since the task began, on its own branch (D10). */
export function commit(draft: Draft, id: string): void {
  const task = taskIn(draft, id)
  const landing = task === null ? null : landingOf(task)
  if (task === null || landing === null) return
  at(draft, id, 'commit')
  const own: Branch = { name: id, commit: task.head }
  draft.effects.push({
    kind: 'integrate',
    id: landId(id),
    at: atPart(task, 'land'),
    branches: [own, ...task.joins],
    ...landingMessage(task),
    from: task.base,
    branch: id,
    ...(landing.merge && draft.input.target !== null && { merge: draft.input.target }),
  })
}

/** The host says that there is nothing, or one commit. */
export function landed(draft: Draft, id: string, made: string): void {
  const task = taskIn(draft, id)
  if (task !== null) finish(draft, id, made === task.base ? null : made)
}

/** Not done: the owner is told and asked again; the second time a person decides. */
export function notLanded(
  draft: Draft,
  id: string,
  cause: Cause & ('checks-refused' | 'not-committed'),
  reasons: readonly Finding[],
): void {
  const task = taskIn(draft, id)
  if (task === null) return
  tell(draft, 'not-landed', { task: id, cause })
  if (task.tries <= 1) {
    undecided(draft, id, cause, reasons)
    return
  }
  change(draft, id, { tries: task.tries - 1 })
  backToOwner(draft, id, reasons)
}

/** A person decides; what conflicts is left as it is (ROOM-123). */
export function conflicts(draft: Draft, id: string, files: readonly string[], branches: readonly string[]): void {
  undecided(draft, id, 'conflict', [conflictOf(files, branches)])
}

/** The owner is told too, for the case that it goes on. */
function undecided(draft: Draft, id: string, cause: Cause, reasons: readonly Finding[]): void {
  at(draft, id, 'decision')
  for (const reason of reasons) tellOwner(draft, id, reason, false)
  ask(draft, id, { cause, about: '' }, reasons)
}

const conflictOf = (files: readonly string[], branches: readonly string[]): Finding => ({
  rule: 'conflict',
  message: `It conflicts in ${files.join(', ')}${branches.length === 0 ? '' : `, between ${branches.join(' and ')}`}.`,
  remedy: 'Each side stays on its own branch; decide how it goes on.',
})

/** It is not landing any more: the owner is asked again, and told why. */
export function backToOwner(draft: Draft, id: string, reasons: readonly Finding[]): void {
  change(draft, id, { doing: { kind: 'nothing' } })
  for (const reason of reasons) tellOwner(draft, id, reason, true)
  change(draft, id, { due: true })
  goOn(draft, id)
}
