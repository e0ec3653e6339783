import type { Invariant } from '@sigma/protocol'
import type { BoardState, Phase, Task } from './state.ts'

const ofTasks = (
  name: string,
  holds: (task: Task, state: Extract<BoardState, { kind: 'open' }>) => boolean,
): Invariant<BoardState> => ({
  name,
  holds: (state) => state.kind === 'over' || Object.values(state.tasks).every((task) => holds(task, state)),
})

const ofPhases = (name: string, holds: (phase: Phase, task: Task) => boolean): Invariant<BoardState> =>
  ofTasks(name, (task) => task.phases.every((phase) => holds(phase, task)))

export const invariants: readonly Invariant<BoardState>[] = [
  ofPhases('no phase has more messages than its limit', ({ count, limit }) => count <= limit),
  ofPhases('a phase at its limit is closed', ({ count, limit, status }) => count < limit || status === 'closed'),
  ofPhases(
    'a closed phase says why, and an open one does not',
    ({ status, closed }) => (status === 'closed') === (closed !== null),
  ),
  ofPhases(
    'nobody is asked in a closed phase',
    ({ status, seats }) =>
      status !== 'closed' || seats.every((seat) => seat.status === 'left' || seat.status === 'leaving'),
  ),
  ofTasks(
    'at most one phase of a task is open',
    ({ phases }) => phases.filter(({ status }) => status !== 'closed').length <= 1,
  ),
  ofTasks(
    'a task that is over has no open phase, nobody at work, and no question',
    ({ status, phases, doing, questions, waits }) =>
      status === 'active' || status === 'blocked'
        ? true
        : phases.every((phase) => phase.status === 'closed') &&
          doing.kind === 'nothing' &&
          questions.length === 0 &&
          waits.length === 0,
  ),
  ofTasks(
    'an active task has an owner, and somebody or something will have it go on',
    ({ status, owner, doing }) => status !== 'active' || (owner !== null && doing.kind !== 'nothing'),
  ),
  ofTasks(
    'what waits for a person has a question',
    ({ doing, questions }) => doing.kind !== 'deciding' || questions.length > 0,
  ),
  ofTasks(
    'no task is done before its children are over',
    ({ status, id }, { tasks }) =>
      status !== 'done' ||
      Object.values(tasks).every((each) => each.parent !== id || each.status === 'done' || each.status === 'killed'),
  ),
  ofTasks('no task of a limit too deep', ({ depth }, { input }) => depth <= input.limits.depth),
  {
    name: 'no more tasks are active than may be',
    holds: (state) =>
      state.kind === 'over' ||
      Object.values(state.tasks).filter(({ status }) => status === 'active').length <= state.input.limits.activeTasks,
  },
]
