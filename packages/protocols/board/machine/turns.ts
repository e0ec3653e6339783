/** The turns that a board asks for: an owner's, and a role's in a phase. */
import type { Ask, JsonObject, Retry } from '@sigma/protocol'
import type { BoardInput } from './input.ts'
import { atOwner, atSeat, ownId, sitId } from './places.ts'
import type { Phase, Seat, Task, Tasks } from './state.ts'

/** LV: leaves. WT: waits, and is asked again when there is something new. */
const turnCodes = ['LV', 'WT'] as const

/** `task` has an owner. */
export function ownAsk(task: Task, tasks: Tasks, input: BoardInput): Ask {
  const { id, owner, description, context, phases, decisions, told, head } = task
  const name = owner?.name ?? ''
  return {
    kind: 'ask',
    id: ownId(name),
    at: { ...atOwner(task), session: name },
    role: 'owner',
    phase: 'OWN',
    brief: {
      type: 'own',
      purpose: 'Drive the task to its end.',
      from: 'engine',
      subject: id,
      context: {
        name,
        task: id,
        description,
        parentDescription: task.parent === null ? '' : (tasks[task.parent]?.description ?? ''),
        context: context?.text ?? '',
        contextDrafted: context?.drafted ?? false,
        phases: phases.map(phaseRow),
        decisions: decisions.map(({ text, vetoed }) => (vetoed ? `${text} (taken back by a person)` : text)),
        told: told.map(({ message, remedy }) => `${message} ${remedy}`),
      },
      documents: [],
      refused: [],
      parameters: { title: description },
    },
    codes: turnCodes,
    writes: input.writes,
    workspace: id,
    base: head,
    limitMs: input.limits.turnMs,
    retry: retriesOf(input),
    ...(task.budgets.length > 0 && { budgets: task.budgets }),
  }
}

const phaseRow = ({ id, name, type, count, limit, closed }: Phase): JsonObject => ({
  id,
  name,
  type,
  messages: count,
  limit,
  closed,
})

export function seatAsk(task: Task, phase: Phase, seat: Seat, tasks: Tasks, input: BoardInput): Ask {
  const { name, role, cares, pushes, head } = seat
  return {
    kind: 'ask',
    id: sitId(name),
    at: { ...atSeat(task, phase, role), session: name },
    role,
    phase: 'DISCUSS',
    brief: {
      type: 'discuss',
      purpose: 'Take part in the phase.',
      from: 'owner',
      subject: task.id,
      context: {
        name,
        role,
        task: task.id,
        description: task.description,
        phase: phase.id,
        phaseName: phase.name,
        phaseType: phase.type,
        rules: phase.rules ?? '',
        limit: phase.limit,
        cares: [...cares],
        pushes: [...pushes],
        lineage: lineageOf(role, name, tasks),
      },
      documents: [],
      refused: [],
      parameters: { title: task.description },
    },
    codes: turnCodes,
    writes: phase.type === 'build' ? input.writes : [],
    workspace: name,
    base: head,
    limitMs: input.limits.turnMs,
    retry: retriesOf(input),
    ...(task.budgets.length > 0 && { budgets: task.budgets }),
  }
}

const mostOfLineage = 10

/** What phases that the role took part in came to, and what it objected to: the newest (ROOM-151). */
function lineageOf(role: string, name: string, tasks: Tasks): readonly string[] {
  const found = Object.values(tasks).flatMap(({ phases, decisions, objections }) => {
    const attended = new Set(
      phases.filter(({ seats }) => seats.some((seat) => seat.role === role && seat.name !== name)).map(({ id }) => id),
    )
    return [
      ...decisions
        .filter(({ phase, vetoed }) => !vetoed && attended.has(phase ?? ''))
        .map(({ text }) => `Decided: ${text}`),
      ...objections.filter((each) => each.role === role).map(({ why }) => `Objected: ${why}`),
    ]
  })
  return found.slice(-mostOfLineage)
}

/** A dead agent is begun again with the same words, a bounded number of times within a while (D9, ROOM-138). */
function retriesOf({ limits: { respawns, respawnMs } }: BoardInput): readonly Retry[] {
  if (respawns === 0) return []
  const causes = ['crash', 'timeout', 'invalid', 'trespass', 'unavailable'] as const
  return [{ causes, times: respawns, withinMs: respawnMs }]
}
