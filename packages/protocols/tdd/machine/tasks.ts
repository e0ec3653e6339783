/** The turns of the loop: the only place that says who does what, when, by which codes, and which template tells it. */
import type { JsonObject } from '@sigma/protocol'
import type { Role, TaskName, WorkingKind } from './state.ts'

/** What a kind of turn is: who does it, for whom, and which codes may end it beside ME TO EX BL. */
export interface Task {
  readonly role: Role
  readonly from: 'engine' | Role
  /** As words. An adjustment belongs to each phase in which an issue can be raised (DPTR-94). */
  readonly phases: readonly [string, ...string[]]
  readonly codes: readonly string[]
  /** The step of this work, as people read it; part of its ids. */
  readonly label: string
  /** Reviewers only read. */
  readonly writes: 'tests' | 'source' | 'nothing'
  /** The more special ones last. */
  readonly templates: readonly Template[]
}

export interface Template {
  readonly name: string
  readonly about: string
  readonly needs: readonly string[]
  /** Parameters of the turns that it tells; absent: any. */
  readonly where?: JsonObject
}

export const tasks: Readonly<Record<TaskName, Task>> = {
  phase0: {
    role: 'dev',
    from: 'engine',
    phases: ['Phase0'],
    codes: ['P0C'],
    label: 'phase0',
    writes: 'source',
    templates: [template('dev-phase0', 'interfaces without behaviour')],
  },
  red: {
    role: 'qa',
    from: 'engine',
    phases: ['RED'],
    codes: ['RC'],
    label: 'red',
    writes: 'tests',
    templates: [template('qa-red', 'failing tests')],
  },
  green: {
    role: 'dev',
    from: 'qa',
    phases: ['GREEN'],
    codes: ['GC', 'TI'],
    label: 'green',
    writes: 'source',
    templates: [template('dev-green', 'the least code that makes them pass', 'reply')],
  },
  adjust: {
    role: 'qa',
    from: 'dev',
    phases: ['GREEN', 'REFACTOR_IMPL'],
    codes: ['TA', 'RC'],
    label: 'adjust',
    writes: 'tests',
    templates: [
      template('qa-adjust', 'a test that the developer calls wrong', 'issue'),
      {
        ...template('qa-adjust-flaky', 'a test with two outcomes on one tree', 'issue'),
        where: { raisedBy: 'gate' },
      },
    ],
  },
  'refactor-tests': {
    role: 'qa',
    from: 'dev',
    phases: ['REFACTOR_TESTS'],
    codes: ['RTC'],
    label: 'refactor-tests',
    writes: 'tests',
    templates: [template('qa-refactor-tests', 'better tests that demand the same', 'points')],
  },
  'refactor-implementation': {
    role: 'dev',
    from: 'qa',
    phases: ['REFACTOR_IMPL'],
    codes: ['RIC', 'TI'],
    label: 'refactor-impl',
    writes: 'source',
    templates: [template('dev-refactor-implementation', 'better code that does the same', 'points', 'reply')],
  },
  'review-tests': {
    role: 'dev',
    from: 'qa',
    phases: ['REVIEW_TESTS'],
    codes: ['APPROVED', 'NEEDS_CHANGE'],
    label: 'review',
    writes: 'nothing',
    templates: [template('dev-review-tests', "the developer's look at the tests")],
  },
  'review-implementation': {
    role: 'qa',
    from: 'dev',
    phases: ['REVIEW_IMPL'],
    codes: ['APPROVED', 'NEEDS_CHANGE'],
    label: 'review',
    writes: 'nothing',
    templates: [template('qa-review-implementation', "QA's look at the implementation")],
  },
}

export function isTask(name: string): name is TaskName {
  return Object.hasOwn(tasks, name)
}

function template(name: string, about: string, ...needs: readonly string[]): Template {
  return { name, about, needs }
}

/** The tasks that a phase begins with, in each of its cycles. */
export const openings: Readonly<Record<WorkingKind, readonly [TaskName, ...TaskName[]]>> = {
  preparing: ['phase0'],
  red: ['red'],
  green: ['green'],
  'refactoring-tests': ['refactor-tests'],
  'refactoring-implementation': ['refactor-implementation'],
  reviewing: ['review-tests', 'review-implementation'],
}

/** The phase as a word; an adjustment belongs to the phase in which the issue was raised (DPTR-94). */
export function phaseOf(kind: WorkingKind, task: TaskName): string {
  const opening = openings[kind].find((each) => each === task) ?? openings[kind][0]
  return tasks[opening].phases[0]
}

/** Where a failing check is a regression, and the last green state comes back (DPTR-115). */
export function refactors(kind: WorkingKind): boolean {
  return kind === 'refactoring-tests' || kind === 'refactoring-implementation'
}
