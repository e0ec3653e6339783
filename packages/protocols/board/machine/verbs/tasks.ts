/** Making tasks: `task`, and `subtask` of one's own (ROOM-05 to ROOM-08, ROOM-57, ROOM-67 to ROOM-72, ROOM-142, ROOM-143). */

import { type Budget, budgetsOfAmounts } from '@sigma/protocol'
import { type Caller, ownedTask, standing } from '../caller.ts'
import type { ArgumentsOf } from '../calls.ts'
import { draftedContext } from '../context.ts'
import { change, type Draft, taskIn, tell } from '../draft.ts'
import { activate, isFull, predecessorOf } from '../ending.ts'
import { childIsKilled } from '../findings.ts'
import { freeId } from '../ids.ts'
import type { BoardInput } from '../input.ts'
import { isRefusal, type Outcome, type Refusal, refused, replied } from '../outcome.ts'
import { ask, holdsOwner } from '../questions.ts'
import type { Task } from '../state.ts'

export function task(draft: Draft, caller: Caller, given: ArgumentsOf<'task'>): Outcome {
  if (caller.kind !== 'person')
    return refused('not-yours', 'Only a person makes a task that belongs to no other.', 'pm subtask "…"')
  return make(draft, null, given, null)
}

export function subtask(draft: Draft, caller: Caller, given: ArgumentsOf<'subtask'>): Outcome {
  const parent = ownedTask(draft, caller, given.task, 'subtask')
  if (isRefusal(parent)) return parent
  const refusal = standing(parent, holdsOwner(parent), 'subtask')
  if (refusal !== null) return refusal
  const { depth } = draft.input.limits
  if (parent.depth >= depth) {
    const reason = `${parent.id} has depth ${parent.depth}, and ${depth} is the most.`
    return refused('limit-depth', reason, 'Do it yourself, or end with what you have: pm done')
  }
  return make(draft, parent, given, contextOf(parent, given))
}

/** Absent where nothing was decided that it could be drafted from: the subtask starts cold (ROOM-115). */
function contextOf(parent: Task, { context, description }: ArgumentsOf<'subtask'>): Task['context'] {
  if (context !== null) return { text: context, drafted: false }
  return parent.decisions.length === 0 ? null : { text: draftedContext(parent, description), drafted: true }
}

function make(draft: Draft, parent: Task | null, given: ArgumentsOf<'task'>, context: Task['context']): Outcome {
  const blockers = blockersOf(draft, parent, given.blockedBy)
  if (isRefusal(blockers)) return blockers
  const id = freeId(draft.nonce, 'tk', (wanted) => taskIn(draft, wanted) !== null)
  const { nudges } = draft.input.limits
  const made: Task = {
    ...{ id, description: given.description, status: 'blocked', parent: parent?.id ?? null, context },
    ...{ depth: parent === null ? 0 : parent.depth + 1, implementation: given.implementation },
    blockedBy: blockers.filter(({ status }) => status !== 'done').map((each) => each.id),
    joins: blockers.flatMap(({ id: name, landed }) => (landed === null ? [] : [{ name, commit: landed }])),
    checks: parent === null ? [] : [...parent.checks, ...inherited(parent)],
    budgets: budgetsFor(draft.input, parent, id, given),
    ...{ owner: null, former: [], head: draft.input.base, base: draft.input.base, doing: { kind: 'nothing' } },
    ...{ phases: [], decisions: [], objections: [], nudges, redirect: null, told: [], heard: 0, due: false },
    ...{ outside: null, questions: [], waits: [], tries: 2, landed: null },
  }
  draft.tasks = { ...draft.tasks, [id]: made }
  const before = predecessorOf(draft, made)
  if (made.blockedBy.length === 0 && before === null) {
    if (isFull(draft)) return isFullRefusal(draft)
    activate(draft, id)
  } else {
    tell(draft, 'status', { task: id, status: 'blocked' })
    for (const blocker of blockers) {
      if (blocker.status === 'killed')
        ask(draft, id, { cause: 'blocker-killed', about: blocker.id }, [childIsKilled(blocker)])
    }
  }
  if (parent !== null) change(draft, parent.id, { nudges })
  const { owner, status, blockedBy } = taskIn(draft, id) ?? made
  const waitsFor = before === null || blockedBy.includes(before.id) ? blockedBy : [...blockedBy, before.id]
  return replied({ task: id, owner: owner?.name ?? null, status, blockedBy: waitsFor })
}

/** Whoever makes subtasks has no more for that: what they use counts for the tasks that they are below as well. */
function budgetsFor(
  { taskBudget, people }: BoardInput,
  parent: Task | null,
  id: string,
  { budget }: ArgumentsOf<'task'>,
): readonly Budget[] {
  const own = budgetsOfAmounts(budget ?? (parent === null ? taskBudget : {}))
  const without = people.length === 0 ? {} : { without: people }
  return [
    ...own.map((each): Budget => ({ ...each, of: id, ...(each.unit !== 'asks' && without) })),
    ...(parent?.budgets ?? []),
  ]
}

const inherited = ({ decisions }: Task) =>
  decisions.flatMap(({ check, vetoed }) => (check === null || vetoed ? [] : [check]))

const isFullRefusal = ({ input: { limits } }: Draft): Refusal =>
  refused(
    'limit-active-tasks',
    `${limits.activeTasks} of ${limits.activeTasks} tasks are active.`,
    'Wait until one is done, or pm kill one.',
  )

/** They exist, and none of them waits for the task that is made, be it by way of its parents (ROOM-08). */
function blockersOf(draft: Draft, parent: Task | null, ids: readonly string[]): readonly Task[] | Refusal {
  const found: Task[] = []
  for (const id of new Set(ids)) {
    const blocker = taskIn(draft, id)
    if (blocker === null) return refused('task-unknown', `There is no task ${id} to wait for.`, 'pm status')
    if (parent !== null && blocker.status !== 'done' && reaches(draft, blocker, parent.id))
      return refused('loop', `${id} waits for ${parent.id}, whose subtask would wait for ${id}.`, 'pm status')
    found.push(blocker)
  }
  return found
}

/** Whether a task can only be done once the other is: it waits for its blockers, its children, and the implementation before it. */
function reaches(draft: Draft, from: Task, to: string): boolean {
  const seen = new Set<string>()
  const queue = [from]
  for (const task of queue) {
    if (task.id === to) return true
    if (seen.has(task.id)) continue
    seen.add(task.id)
    const before = predecessorOf(draft, task)
    queue.push(
      ...task.blockedBy.flatMap((id) => taskIn(draft, id) ?? []),
      ...Object.values(draft.tasks).filter(({ parent, status }) => parent === task.id && status !== 'done'),
      ...(before === null ? [] : [before]),
    )
  }
  return false
}
