/**
 * A cycle's work directory: `gates.json`, what its gates measured, and `coverage/coverage-summary.json`, the newest
 * coverage of GREEN or REFACTOR in the form that test runners write (SIG-63, SIG-90).
 */
import type { Course, Measurement } from './course.ts'
import { totalsIn } from './coverage.ts'
import type { CycleStanding } from './cycles.ts'
import { exitOf } from './events-log.ts'
import { jsonText } from './lines.ts'

export const workFiles = { gates: 'gates.json', coverage: 'coverage/coverage-summary.json' } as const

export function gatesText(course: Course, cycle: CycleStanding): string {
  const own = course.measurements.filter(({ turn, carried }) => turn?.cycle === cycle.number && !carried)
  const { module } = course.input
  return jsonText({
    schema: 1,
    module,
    run: course.run,
    cycle: cycle.id,
    number: cycle.number,
    session: cycle.session,
    gates: own.map(gateOf),
  })
}

function gateOf(measurement: Measurement) {
  const { at, turn, gate, commit, verdict, findings, data, evidence, follows } = measurement
  const { phase = null, task = null, round = null } = turn ?? {}
  const exitCode = exitOf(measurement)
  return { ts: at, phase, task, round, gate, commit, verdict, exitCode, findings, measured: data, evidence, follows }
}

/** Null: coverage was not measured, so there is no file; an old one does not stay. `blob` reads evidence. */
export function coverageText({ covered }: CycleStanding, blob: (ref: string) => string): string | null {
  const total = covered === null ? null : totalsIn(blob(covered.evidence))
  return total === null ? null : jsonText({ total })
}
