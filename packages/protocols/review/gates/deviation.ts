/** Plan ↔ files ↔ tests: each cycle changed what it was to change, and has tests; what else was changed is told (SIG-47). */
import { matches } from '@sigma/engine'
import { all, listed, type Reasons, refuse } from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import type { ReviewedCycle } from '../machine/input.ts'
import { type Reviewed, testsOf } from './reviewed.ts'
import type { Seen } from './seen.ts'

/** One line of the matrix. */
interface Row {
  readonly cycle: string
  readonly planned: readonly string[]
  readonly changed: readonly string[]
  /** Planned, there, and as it was. */
  readonly unchanged: readonly string[]
  readonly missing: readonly string[]
  readonly tests: readonly string[]
}

export function deviation(reviewed: Reviewed): Seen {
  const rows = reviewed.cycles.map((cycle) => rowOf(reviewed, cycle))
  const isPlanned = (path: string): boolean => reviewed.cycles.some((cycle) => isPlannedIn(cycle, path))
  const unplanned = reviewed.changed.filter(({ path }) => reviewed.sorting.isSource(path) && !isPlanned(path))
  return {
    of: 'deviation',
    reasons: all(...rows.map(faultsOf)),
    passes: `Each of ${counted(rows.length, 'cycle')} changed what it planned and has tests.`,
    by: { rows: rows.map((row) => ({ ...row })), unplanned: unplanned.map((each) => ({ ...each })) },
    told: [
      ...(unplanned.length === 0
        ? []
        : [`No cycle plans ${listed(unplanned.map(({ path }) => path))}, and it was changed.`]),
      ...rows.flatMap(({ cycle, unchanged }) =>
        unchanged.length === 0 ? [] : [`Cycle ${cycle} plans ${listed(unchanged)}, which stayed as it was.`],
      ),
    ],
  }
}

function rowOf(reviewed: Reviewed, cycle: ReviewedCycle): Row {
  const { files, changed } = reviewed
  const planned = cycle.files ?? []
  const touched = changed.map(({ path }) => path)
  const present = changed.filter(({ status }) => status !== 'D').map(({ path }) => path)
  return {
    cycle: cycle.id,
    planned,
    changed: touched.filter((path) => isPlannedIn(cycle, path)),
    unchanged: planned.filter((path) => files.includes(path) && !touched.includes(path)),
    missing: planned.filter((path) => !files.includes(path) && !touched.includes(path)),
    tests: testsOf(reviewed, cycle).filter((path) => present.includes(path)),
  }
}

/** By the files that a plan names for it; where it names none, by where the cycle may write. */
const isPlannedIn = ({ files = [], source }: ReviewedCycle, path: string): boolean =>
  files.length > 0 ? files.includes(path) : matches(path, source)

function faultsOf({ cycle, planned, changed, missing, tests }: Row): Reasons {
  const fault = (rule: string, message: string, remedy: string): Finding => ({ rule, message, remedy })
  return refuse(
    ...missing.map((path) =>
      fault(
        'planned-file-missing',
        `Cycle ${cycle} plans ${path}, and there is no such file.`,
        'Build it, or correct the plan.',
      ),
    ),
    ...(changed.length > 0
      ? []
      : [
          fault(
            'cycle-without-change',
            `Nothing was changed for cycle ${cycle}${planned.length === 0 ? '' : `, which plans ${listed(planned)}`}.`,
            'Run it again with a plan that holds this cycle, or take the cycle out of the plan.',
          ),
        ]),
    ...(tests.length > 0
      ? []
      : [
          fault(
            'cycle-without-tests',
            `No test was written or changed for cycle ${cycle}.`,
            'Have it built test first.',
          ),
        ]),
  )
}

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`
