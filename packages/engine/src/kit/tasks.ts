/** The one table of what a protocol asks of agents: who, when, which answers are legal, what is written, by which template it is told. */
import { type JsonObject, roles as specified } from '@sigma/protocol'

/** The role of a task that whoever may be asked, under whatever name. */
export const anyRole = '*'

export interface Task {
  /** Kind of task, as `type` of a brief has it. */
  readonly type: string
  /** `anyRole`: roles are named by the run, and no table lists them. */
  readonly role: string
  /** Words for the phases in which the task is asked. */
  readonly phases: readonly string[]
  /** Codes that are legal beside ME TO EX BL. */
  readonly codes: readonly string[]
  /** What of the project's code the task changes; the exact globs stand in each ask. */
  readonly writes: 'tests' | 'source' | 'nothing'
  /** Null: it is told in the words of each ask. */
  readonly template: TaskTemplate | null
  /** True: it is asked for only where the configuration has an agent for its role; absent: every run needs one. */
  readonly optional?: boolean | undefined
}

export interface ToldTask extends Task {
  readonly template: TaskTemplate
}

export interface TaskTemplate {
  /** Unique among all protocols. */
  readonly name: string
  /** What it asks for, in a few words. */
  readonly about: string
  /** Placeholders without which the turn could not be played, beside those that every template needs. */
  readonly needs: readonly string[]
  /** Parameters of the asks that it tells, where a task has more than one template; absent: any. */
  readonly where?: JsonObject | undefined
}

/** What of an ask finds its row. */
export interface AskedTask {
  readonly role: string
  readonly type: string
  readonly parameters: JsonObject
}

/** The task that fits; of several the last, which is the most special. Null: the table has no such task. */
export function taskOf<Any extends Task>(tasks: readonly Any[], { role, type, parameters }: AskedTask): Any | null {
  const holds = (template: TaskTemplate | null): boolean =>
    Object.entries(template?.where ?? {}).every(([name, value]) => parameters[name] === value)
  const isOf = (task: Task): boolean => task.role === role || task.role === anyRole
  return tasks.findLast((task) => isOf(task) && task.type === type && holds(task.template)) ?? null
}

/** The roles that are to be played, in the order of the stages; those that the specification does not know come last. */
export function rolesOf(tasks: readonly Task[]): readonly string[] {
  const own = new Set(tasks.map(({ role }) => role))
  const known: readonly string[] = specified.map(({ name }) => name)
  // The critic of the design judges plans as well, after the planner.
  const inOrder = [...new Set(known.toReversed())].toReversed()
  return [...new Set([...inOrder.filter((role) => own.has(role)), ...own])]
}

/** In the order in which their own tasks stand in the table. */
export function phasesOf(tasks: readonly Task[]): readonly string[] {
  return [
    ...new Set([...tasks.flatMap(({ phases: [first] }) => first ?? []), ...tasks.flatMap(({ phases }) => phases)]),
  ]
}
