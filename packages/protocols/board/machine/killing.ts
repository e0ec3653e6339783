/** How a task is killed, and restarted (ROOM-127 to ROOM-131, A44). */
import type { Stop } from '@sigma/protocol'
import { change, type Draft, isInTurn, taskIn, tell } from './draft.ts'
import { activate, endOutside, isFull, isKilled, predecessorOf, promote } from './ending.ts'
import { type Refusal, refused } from './outcome.ts'
import { childrenOf, isOver, openPhaseOf, wake } from './owning.ts'
import { checkId, joinId, landId, leaveId, ownId, sitId } from './places.ts'
import { withdraw } from './questions.ts'
import { closePhase, killGraceMs } from './rooms.ts'
import type { Question, Task } from './state.ts'

/** `restart`: a fresh owner takes it up at once. Gives the tasks that were killed. */
export function kill(
  draft: Draft,
  id: string,
  { restart, tree }: { readonly restart: boolean; readonly tree: boolean },
): readonly string[] {
  const below = tree
    ? descendantsOf(draft, id)
        .filter((each) => !isOver(each))
        .map((each) => each.id)
    : []
  const task = taskIn(draft, id)
  const own = task !== null && !isOver(task) ? [id] : []
  const killed = [...own, ...below]
  for (const each of killed) end(draft, each)
  if (restart) revive(draft, id)
  for (const each of killed) {
    const dead = taskIn(draft, each)
    if (dead?.status === 'killed') isKilled(draft, dead)
  }
  promote(draft)
  return killed
}

function descendantsOf(draft: Draft, id: string): readonly Task[] {
  return childrenOf(draft, id).flatMap((child) => [child, ...descendantsOf(draft, child.id)])
}

/** Ends every turn of a task that is open. */
export function stopsOf(task: Task): readonly Stop[] {
  const seated = task.phases.flatMap(({ seats }) =>
    seats.filter(({ status }) => status === 'turn' || status === 'leaving'),
  )
  const ids = [...(isInTurn(task) ? [ownId(task.owner?.name ?? '')] : []), ...seated.map(({ name }) => sitId(name))]
  return ids.map((id) => ({ kind: 'stop', id, graceMs: killGraceMs }))
}

/** Its agents are ended, its phase is closed, and nothing of it stays open. */
function end(draft: Draft, id: string): void {
  const task = taskIn(draft, id)
  if (task === null) return
  if (isInTurn(task)) draft.effects.push({ kind: 'stop', id: ownId(task.owner?.name ?? ''), graceMs: killGraceMs })
  const phase = openPhaseOf(task)
  if (phase !== null) closePhase(draft, id, phase, 'killed')
  for (const { seats } of task.phases) {
    for (const { name, status } of seats) {
      if (status !== 'leaving') continue
      draft.effects.push(
        { kind: 'stop', id: sitId(name), graceMs: killGraceMs },
        { kind: 'clear-timer', id: leaveId(name) },
      )
    }
  }
  endOutside(draft, id)
  withdraw(draft, id, () => true)
  const { doing } = task
  if (doing.kind === 'joining') draft.effects.push({ kind: 'stop', id: joinId(id), graceMs: 0 })
  if (doing.kind === 'landing' && doing.stage === 'checks')
    draft.effects.push({ kind: 'stop', id: checkId(id), graceMs: 0 })
  if (doing.kind === 'landing' && doing.stage === 'commit')
    draft.effects.push({ kind: 'stop', id: landId(id), graceMs: 0 })
  for (const { call } of task.waits)
    draft.effects.push({ kind: 'refuse', call, rule: 'task-killed', reason: `${id} was killed.`, remedy: 'pm status' })
  const phases = (taskIn(draft, id) ?? task).phases.map((each) => ({
    ...each,
    seats: each.seats.map((seat) => (seat.status === 'leaving' ? { ...seat, status: 'left' as const } : seat)),
  }))
  change(draft, id, {
    status: 'killed',
    doing: { kind: 'nothing' },
    phases,
    waits: [],
    told: [],
    due: false,
    redirect: null,
  })
  tell(draft, 'status', { task: id, status: 'killed' })
}

/** Why a killed task cannot be taken up again now; null: it can. */
export function restartRefusal(draft: Draft, task: Task): Refusal | null {
  const { id, status, blockedBy } = task
  if (status === 'active') return null
  if (blockedBy.length > 0)
    return refused('blocked', `${id} waits for ${blockedBy.join(', ')}.`, `pm kill ${blockedBy[0]} --restart`)
  const parent = task.parent === null ? null : taskIn(draft, task.parent)
  if (parent?.status === 'done' || parent?.doing.kind === 'landing')
    return refused('parent-done', `${id} is a subtask of ${parent.id}, which is done or about to be.`, 'pm task "…"')
  const before = predecessorOf(draft, task)
  if (before !== null)
    return refused(
      'one-at-a-time',
      `${id} is an implementation, and so is ${before.id}, which is not over.`,
      'pm status',
    )
  if (isFull(draft)) {
    const { activeTasks } = draft.input.limits
    return refused('limit-active-tasks', `${activeTasks} of ${activeTasks} tasks are active.`, 'pm status')
  }
  return null
}

/** `killed` to `active`: its phases and its work are kept, and nobody need decide about its death any more. */
function revive(draft: Draft, id: string): void {
  activate(draft, id)
  for (const { id: other, questions } of Object.values(draft.tasks)) {
    const isMeant = ({ cause, about }: Question): boolean =>
      (cause === 'child-killed' || cause === 'blocker-killed') && about === id
    if (!questions.some(isMeant)) continue
    withdraw(draft, other, isMeant)
    wake(draft, other)
  }
}
