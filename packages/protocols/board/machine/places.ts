/** Ids of a board's effects, and where in it they stand. Nothing outside this folder takes an id apart. */
import { type At, effectOfAttempt } from '@sigma/protocol'
import type { Phase, Question, Task } from './state.ts'

/** An owner's turn. */
export const ownId = (agent: string): string => `own:${agent}`
/** A role's turn. */
export const sitId = (agent: string): string => `sit:${agent}`
/** A builder may hand over until it elapses. */
export const leaveId = (agent: string): string => `leave:${agent}`
export const joinId = (task: string): string => `join:${task}`
export const checkId = (task: string): string => `check:${task}`
export const landId = (task: string): string => `land:${task}`
/** What a task waits for outside: a timer, or a question to a person. */
export const waitId = (task: string): string => `wait:${task}`
export const questionId = (task: string, { cause, about }: Question): string =>
  `decide:${task}:${cause}${about === '' ? '' : `:${about}`}`

/** Kind and name of an id; of a question's the rest is looked up. */
export function readId(id: string): { readonly kind: string; readonly name: string } {
  const at = id.indexOf(':')
  return { kind: id.slice(0, Math.max(0, at)), name: id.slice(at + 1) }
}

/** The agent whose open turn called; null: a person did, whose name has no `@`. */
export const callingTurn = (caller: string): string | null => (/@\d+$/.test(caller) ? effectOfAttempt(caller) : null)

export const atOwner = ({ id, parent, phases, budgets }: Task): At => ({
  unit: id,
  step: 'own',
  role: 'owner',
  round: phases.length,
  called: parent === null ? `task ${id}` : `subtask ${id} of ${parent}`,
  ...(budgets.length > 0 && { within: [...new Set(budgets.flatMap(({ of }) => of ?? []))] }),
})

export const atSeat = (task: Task, phase: Phase, role: string): At => ({
  ...atOwner(task),
  step: phase.id,
  role,
  round: 0,
})

/** Of work that is Sigma's own, or a person's. */
export const atPart = (task: Task, part: string): At => ({ ...atOwner(task), part })
