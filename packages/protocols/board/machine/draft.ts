/**
 * The board while one event is worked in: it never leaves this folder. What it shares with the board before is replaced,
 * never changed in place.
 */
import type { Effect, Finding, JsonObject } from '@sigma/protocol'
import type { BoardInput } from './input.ts'
import { freeName } from './names.ts'
import { ownId } from './places.ts'
import type { Agent, BoardStep, OpenBoard, Phase, Seat, Task, Tasks } from './state.ts'

export interface Draft {
  readonly input: BoardInput
  readonly nonce: string
  readonly effects: Effect[]
  tasks: Tasks
  agents: number
}

export const draftOf = ({ input, tasks, agents }: OpenBoard, nonce: string): Draft => ({
  input,
  nonce,
  effects: [],
  tasks,
  agents,
})

export const stepOf = ({ input, tasks, agents, effects }: Draft): BoardStep => ({
  state: { kind: 'open', input, tasks, agents },
  effects,
})

/** Null: there is no such task. */
export const taskIn = ({ tasks }: Pick<Draft, 'tasks'>, id: string): Task | null =>
  Object.hasOwn(tasks, id) ? (tasks[id] ?? null) : null

export function change(draft: Draft, id: string, changed: Partial<Task>): void {
  const task = taskIn(draft, id)
  if (task !== null) draft.tasks = { ...draft.tasks, [id]: { ...task, ...changed } }
}

export function changePhase(draft: Draft, id: string, phase: string, changed: Partial<Phase>): void {
  const phases = taskIn(draft, id)?.phases.map((each) => (each.id === phase ? { ...each, ...changed } : each))
  if (phases !== undefined) change(draft, id, { phases })
}

export function changeSeat(draft: Draft, id: string, phase: string, agent: string, changed: Partial<Seat>): void {
  const found = taskIn(draft, id)?.phases.find((each) => each.id === phase)
  if (found === undefined) return
  const seats = found.seats.map((each) => (each.name === agent ? { ...each, ...changed } : each))
  changePhase(draft, id, phase, { seats })
}

/** What its owner should hear: in its next turn, and at once where a turn is open. `due`: it waited for this. */
export function tellOwner(draft: Draft, id: string, finding: Finding, due: boolean): void {
  const task = taskIn(draft, id)
  if (task === null) return
  change(draft, id, { told: [...task.told, finding], due: task.due || due })
}

/** A typed message for whoever listens; an owner whose turn is open hears it too. */
export function tell(draft: Draft, type: string, data: JsonObject, owner?: Task | null): void {
  const to = owner !== undefined && owner !== null && isInTurn(owner) ? ownId(owner.owner?.name ?? '') : undefined
  draft.effects.push({ kind: 'tell', message: { type, data }, ...(to !== undefined && { to }) })
}

export const isInTurn = ({ doing }: Task): boolean =>
  doing.kind === 'turn' || (doing.kind === 'landing' && doing.stage === 'turn')

/** A new agent, with a name that none had in the project before (ROOM-23). */
export function newAgent(draft: Draft, role: string): Agent {
  const name = freeName(draft.nonce, draft.agents, (wanted) => isTaken(draft, wanted))
  draft.agents += 1
  return { name, role, hinted: false }
}

function isTaken({ tasks, input }: Draft, name: string): boolean {
  return (
    input.former.includes(name) ||
    Object.values(tasks).some(
      ({ owner, former, phases }) =>
        owner?.name === name ||
        former.includes(name) ||
        phases.some(({ seats }) => seats.some((seat) => seat.name === name)),
    )
  )
}
