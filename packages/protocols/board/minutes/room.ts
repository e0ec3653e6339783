/** Which phase and which task somebody reads about: their own, the only one there is, or the one that they name (ROOM-49). */
import { agentReading } from './callers.ts'
import { noPhase, severalPhases, severalTasks, unknownPhase, unknownTask } from './errors.ts'
import type { Minutes, PhaseMinutes, TaskMinutes } from './minutes.ts'

export interface Reading {
  /** The attempt of an agent's turn, or a person's name. */
  readonly caller: string
  readonly task?: string | undefined
  readonly phase?: string | undefined
}

/**
 * A role agent's is its own also once it is closed, so that it hears of that. Fails with `no-phase`, `several-phases`,
 * `phase-unknown`, `task-unknown`.
 */
export function currentPhase(minutes: Minutes, reading: Reading): PhaseMinutes {
  if (reading.phase !== undefined) return phaseNamed(minutes, reading.phase)
  const agent = agentReading(minutes, reading.caller)
  if (reading.task === undefined && agent?.phase != null) return phaseNamed(minutes, agent.phase)
  const task = reading.task ?? agent?.task
  if (task !== undefined) {
    const phase = openPhaseIn(taskNamed(minutes, task))
    if (phase === null) throw noPhase(task)
    return phase
  }
  const open = [...minutes.openPhases.values()]
  const [only] = open
  if (only === undefined) throw noPhase(null)
  if (open.length > 1) throw severalPhases(open.map(({ id }) => id))
  return only
}

/** The current phase; where none is open, the one that was opened last. Fails as `currentPhase` does. */
export function phaseToShow(minutes: Minutes, reading: Reading): PhaseMinutes {
  const isAsked = ({ task }: PhaseMinutes): boolean => reading.task === undefined || task === reading.task
  const own = reading.phase ?? agentReading(minutes, reading.caller)?.phase ?? null
  const isOpen = [...minutes.openPhases.values()].some(isAsked)
  const latest = own === null && !isOpen ? [...minutes.phases.values()].findLast(isAsked) : undefined
  return latest ?? currentPhase(minutes, reading)
}

/** Fails with `several-tasks`, `task-unknown`, `no-phase`. */
export function currentTask(minutes: Minutes, reading: Reading): TaskMinutes {
  if (reading.task !== undefined) return taskNamed(minutes, reading.task)
  if (reading.phase !== undefined) return taskNamed(minutes, phaseNamed(minutes, reading.phase).task)
  const agent = agentReading(minutes, reading.caller)
  if (agent !== null) return taskNamed(minutes, agent.task)
  const active = [...minutes.tasks.values()].filter(({ id }) => minutes.board.tasks[id]?.status === 'active')
  const candidates = active.length > 0 ? active : [...minutes.tasks.values()]
  const [only] = candidates
  if (only === undefined) throw noPhase(null)
  if (candidates.length > 1) throw severalTasks(candidates.map(({ id }) => id))
  return only
}

/** Fails with `phase-unknown`. */
export function phaseNamed({ phases }: Minutes, id: string): PhaseMinutes {
  const phase = phases.get(id)
  if (phase === undefined) throw unknownPhase(id)
  return phase
}

function taskNamed({ tasks }: Minutes, id: string): TaskMinutes {
  const task = tasks.get(id)
  if (task === undefined) throw unknownTask(id)
  return task
}

/** Null: none of the task's phases is open. */
export function openPhaseIn({ phases }: TaskMinutes): PhaseMinutes | null {
  const last = phases.at(-1)
  return last === undefined || last.closed !== null ? null : last
}
