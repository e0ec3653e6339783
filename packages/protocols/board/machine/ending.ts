/** What follows when a task is over: those that waited for it go on, in this very step (ROOM-68, F44). */
import type { Branch } from '@sigma/protocol'
import { change, type Draft, newAgent, taskIn, tell, tellOwner } from './draft.ts'
import { childIsDone, childIsKilled } from './findings.ts'
import { childrenOf, goOn, isOver, wake } from './owning.ts'
import { waitId } from './places.ts'
import { ask, withdraw } from './questions.ts'
import type { Task } from './state.ts'

/** `landed`: null where nothing changed. */
export function finish(draft: Draft, id: string, landed: string | null): void {
  withdraw(draft, id, () => true)
  change(draft, id, { status: 'done', doing: { kind: 'nothing' }, landed, told: [], due: false })
  tell(draft, 'status', { task: id, status: 'done', commit: landed })
  for (const { id: waiting, blockedBy, joins } of Object.values(draft.tasks)) {
    if (!blockedBy.includes(id)) continue
    change(draft, waiting, {
      blockedBy: blockedBy.filter((each) => each !== id),
      joins: landed === null ? joins : [...joins, { name: id, commit: landed }],
    })
  }
  const task = taskIn(draft, id)
  if (task?.parent != null) childIsOver(draft, task.parent, task)
  promote(draft)
}

/** Tells its owner, and answers who waits for all children (ROOM-66, ROOM-102). */
function childIsOver(draft: Draft, parent: string, child: Task): void {
  const task = taskIn(draft, parent)
  if (task === null || isOver(task)) return
  const { id, status, landed } = child
  if (landed !== null) change(draft, parent, { joins: [...task.joins, { name: id, commit: landed }] })
  tellOwner(draft, parent, status === 'done' ? childIsDone(child) : childIsKilled(child), false)
  tell(draft, 'child-over', { task: parent, child: id, status, commit: landed }, task)
  settleChildren(draft, parent)
}

/** Where all children are over, whoever waits for that goes on. */
function settleChildren(draft: Draft, id: string): void {
  const children = childrenOf(draft, id)
  if (children.some((child) => !isOver(child))) return
  for (const { call } of taskIn(draft, id)?.waits ?? [])
    draft.effects.push({ kind: 'reply', call, data: childrenReply(children) })
  change(draft, id, { waits: [] })
  if (taskIn(draft, id)?.doing.kind !== 'children') return
  change(draft, id, { due: true })
  wake(draft, id)
}

export const childrenReply = (children: readonly Task[]) => ({
  children: children.map(({ id, status, landed }) => ({ task: id, status, commit: landed })),
  killed: children.filter(({ status }) => status === 'killed').map(({ id }) => id),
})

/** Tasks with nothing before them become active, in the order of their making, as far as there are places (ROOM-143, A45). */
export function promote(draft: Draft): void {
  for (const { id } of Object.values(draft.tasks)) {
    const task = taskIn(draft, id)
    if (task === null || task.status !== 'blocked' || task.blockedBy.length > 0) continue
    if (isFull(draft) || predecessorOf(draft, task) !== null) continue
    activate(draft, id)
  }
}

const activeTasks = ({ tasks }: Pick<Draft, 'tasks'>): number =>
  Object.values(tasks).filter(({ status }) => status === 'active').length

export const isFull = (draft: Pick<Draft, 'tasks' | 'input'>): boolean =>
  activeTasks(draft) >= draft.input.limits.activeTasks

/** The implementation of the same parent that has to be over first; null: none (ROOM-71, ROOM-72). */
export function predecessorOf({ tasks, input }: Pick<Draft, 'tasks' | 'input'>, task: Task): Task | null {
  if (task.parent === null || !task.implementation || input.parallel) return null
  const siblings = Object.values(tasks).filter(({ parent, implementation }) => parent === task.parent && implementation)
  const before = siblings.slice(
    0,
    Math.max(
      0,
      siblings.findIndex(({ id }) => id === task.id),
    ),
  )
  return (
    before.find((each) => !isOver(each)) ??
    siblings.find(({ id, status }) => id !== task.id && status === 'active') ??
    null
  )
}

/** An owner is made for it, and asked. It begins on what it waited for, or on its parent's work (ROOM-25, ROOM-67). */
export function activate(draft: Draft, id: string): void {
  const task = taskIn(draft, id)
  if (task === null) return
  const [first, ...others] = foundation(draft, task)
  const parent = task.parent === null ? null : taskIn(draft, task.parent)
  const isNew = task.owner === null
  const base = isNew ? (first?.commit ?? parent?.head ?? draft.input.base) : task.base
  change(draft, id, {
    status: 'active',
    ...(isNew && { base, head: base, joins: others }),
    owner: newAgent(draft, 'owner'),
    former: task.owner === null ? task.former : [...task.former, task.owner.name],
    nudges: draft.input.limits.nudges,
    tries: 2,
    due: true,
  })
  tell(draft, 'status', { task: id, status: 'active' })
  goOn(draft, id)
}

/** What it waited for, and so builds upon: tasks that it was blocked by, and the implementation before it. */
function foundation(draft: Draft, { id, parent, implementation, joins }: Task): readonly Branch[] {
  if (parent === null || !implementation || draft.input.parallel) return joins
  const before = childrenOf(draft, parent).findLast(
    (each) => each.id !== id && each.implementation && each.landed !== null,
  )
  if (before === undefined || before.landed === null || joins.some(({ name }) => name === before.id)) return joins
  return [...joins, { name: before.id, commit: before.landed }]
}

/** What tasks that wait for a killed one are asked about; its own parent is told (ROOM-70, D11). */
export function isKilled(draft: Draft, killed: Task): void {
  for (const { id, status, blockedBy } of Object.values(draft.tasks)) {
    if (status !== 'blocked' || !blockedBy.includes(killed.id)) continue
    ask(draft, id, { cause: 'blocker-killed', about: killed.id }, [childIsKilled(killed)])
  }
  const parent = killed.parent === null ? null : taskIn(draft, killed.parent)
  if (parent?.status !== 'active') return
  ask(draft, parent.id, { cause: 'child-killed', about: killed.id }, [childIsKilled(killed)])
  childIsOver(draft, parent.id, killed)
}

/** Ends what the task waits for outside. */
export function endOutside(draft: Draft, id: string): void {
  const outside = taskIn(draft, id)?.outside ?? null
  if (outside === null) return
  if (outside.for === 'time') draft.effects.push({ kind: 'clear-timer', id: waitId(id) })
  if (outside.for === 'answer') draft.effects.push({ kind: 'stop', id: waitId(id), graceMs: 0 })
  change(draft, id, { outside: null })
}
