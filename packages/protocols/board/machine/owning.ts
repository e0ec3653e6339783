/**
 * What an owner does when no turn of its own is open: it waits for a person, for something outside, for its phase or its
 * children, or it is asked again. Who ends its turns with nothing to wait for is nudged a bounded number of times.
 */
import type { Finding } from '@sigma/protocol'
import { change, type Draft, taskIn, tell, tellOwner } from './draft.ts'
import { nudge, quietRoom } from './findings.ts'
import { atPart, joinId } from './places.ts'
import { ask, holdsOwner, isHalted } from './questions.ts'
import type { Doing, Phase, Task } from './state.ts'
import { ownAsk } from './turns.ts'

/** Null: none is open. */
export const openPhaseOf = ({ phases }: Task): Phase | null => phases.find(({ status }) => status !== 'closed') ?? null

export const isOver = ({ status }: Task): boolean => status === 'done' || status === 'killed'

export const childrenOf = ({ tasks }: Pick<Draft, 'tasks'>, id: string): readonly Task[] =>
  Object.values(tasks).filter(({ parent }) => parent === id)

/** Nobody in the phase is in a turn, so none of its agents will speak. */
export const isQuiet = ({ seats }: Phase): boolean => seats.every(({ status }) => status !== 'turn')

const resting: ReadonlySet<Doing['kind']> = new Set(['nothing', 'phase', 'children', 'outside', 'deciding'])

/** Has the owner go on, where it is at rest and something came that it waited for, or nothing is waited for. */
export function wake(draft: Draft, id: string): void {
  const task = taskIn(draft, id)
  if (task?.status === 'active' && resting.has(task.doing.kind)) goOn(draft, id)
}

/** The owner has no open turn, and does not land. */
export function goOn(draft: Draft, id: string): void {
  const task = taskIn(draft, id)
  if (task === null) return
  const waits = waitsFor(draft, task)
  const phase = openPhaseOf(task)
  if (waits !== null) change(draft, id, { doing: { kind: waits } })
  else if (task.due) askOwner(draft, id)
  else nudged(draft, id, phase === null ? nudge : quietRoom(phase))
}

/** Null: for nothing that comes without it. */
function waitsFor(draft: Draft, task: Task): 'deciding' | 'outside' | 'phase' | 'children' | null {
  if (holdsOwner(task)) return 'deciding'
  if (task.outside !== null) return 'outside'
  if (task.due) return null
  const phase = openPhaseOf(task)
  if (phase !== null) return phase.status === 'paused' || isHalted(task) || !isQuiet(phase) ? 'phase' : null
  return childrenOf(draft, task.id).some((child) => !isOver(child)) ? 'children' : null
}

function nudged(draft: Draft, id: string, finding: Finding): void {
  const task = taskIn(draft, id)
  if (task === null) return
  if (task.nudges === 0) {
    ask(draft, id, { cause: 'owner-idle', about: '' }, [finding])
    change(draft, id, { doing: { kind: 'deciding' } })
    return
  }
  change(draft, id, { nudges: task.nudges - 1 })
  tellOwner(draft, id, finding, false)
  tell(draft, 'nudged', { task: id, agent: task.owner?.name ?? '', left: task.nudges - 1 })
  askOwner(draft, id)
}

/** What others made comes to its workspace first. */
function askOwner(draft: Draft, id: string): void {
  const task = taskIn(draft, id)
  if (task === null) return
  if (task.joins.length === 0) {
    askNow(draft, id)
    return
  }
  change(draft, id, { doing: { kind: 'joining' } })
  draft.effects.push({
    kind: 'integrate',
    id: joinId(id),
    at: atPart(task, 'join'),
    branches: [{ name: id, commit: task.head }, ...task.joins],
    message: `Join ${task.joins.map(({ name }) => name).join(', ')} to ${id}`,
  })
}

/** Begins the owner's turn with what there is. */
export function askNow(draft: Draft, id: string): void {
  const task = taskIn(draft, id)
  if (task === null) return
  change(draft, id, { doing: { kind: 'turn' }, due: false, heard: task.told.length })
  draft.effects.push(ownAsk(task, draft.tasks, draft.input))
}
