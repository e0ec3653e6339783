import type { Role, TaskName, WorkingKind } from './state.ts'

/** What a kind of turn is: who does it, for whom, and which codes may end it beside ME TO EX BL. */
export interface Task {
  readonly role: Role
  readonly from: 'engine' | Role
  readonly codes: readonly string[]
  /** The step of this work, as people read it; part of its ids. */
  readonly label: string
  /** Reviewers only read. */
  readonly writes: 'tests' | 'source' | 'nothing'
}

export const tasks: Readonly<Record<TaskName, Task>> = {
  phase0: { role: 'dev', from: 'engine', codes: ['P0C'], label: 'phase0', writes: 'source' },
  red: { role: 'qa', from: 'engine', codes: ['RC'], label: 'red', writes: 'tests' },
  green: { role: 'dev', from: 'qa', codes: ['GC', 'TI'], label: 'green', writes: 'source' },
  adjust: { role: 'qa', from: 'dev', codes: ['TA', 'RC'], label: 'adjust', writes: 'tests' },
  'refactor-tests': { role: 'qa', from: 'dev', codes: ['RTC'], label: 'refactor-tests', writes: 'tests' },
  'refactor-implementation': {
    role: 'dev',
    from: 'qa',
    codes: ['RIC', 'TI'],
    label: 'refactor-impl',
    writes: 'source',
  },
  'review-tests': { role: 'dev', from: 'qa', codes: ['APPROVED', 'NEEDS_CHANGE'], label: 'review', writes: 'nothing' },
  'review-implementation': {
    role: 'qa',
    from: 'dev',
    codes: ['APPROVED', 'NEEDS_CHANGE'],
    label: 'review',
    writes: 'nothing',
  },
}

/** The tasks that a phase begins with, in each of its cycles. */
export const openings: Readonly<Record<WorkingKind, readonly TaskName[]>> = {
  preparing: ['phase0'],
  red: ['red'],
  green: ['green'],
  'refactoring-tests': ['refactor-tests'],
  'refactoring-implementation': ['refactor-implementation'],
  reviewing: ['review-tests', 'review-implementation'],
}

/** The phase as a word; an adjustment belongs to the phase in which the issue was raised (DPTR-94). */
export function phaseOf(kind: WorkingKind, task: TaskName): string {
  switch (kind) {
    case 'preparing':
      return 'Phase0'
    case 'red':
      return 'RED'
    case 'green':
      return 'GREEN'
    case 'refactoring-tests':
      return 'REFACTOR_TESTS'
    case 'refactoring-implementation':
      return 'REFACTOR_IMPL'
    case 'reviewing':
      return task === 'review-tests' ? 'REVIEW_TESTS' : 'REVIEW_IMPL'
  }
}

/** Where a failing check is a regression, and the last green state comes back (DPTR-115). */
export function refactors(kind: WorkingKind): boolean {
  return kind === 'refactoring-tests' || kind === 'refactoring-implementation'
}
