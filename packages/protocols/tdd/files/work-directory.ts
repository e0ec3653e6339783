/**
 * A cycle's work directory: `gates.json`, what its gates measured, and `coverage/coverage-summary.json`, the newest
 * coverage of GREEN or REFACTOR in the form that test runners write (SIG-63, SIG-90).
 */
import type { Json } from '@sigma/protocol'
import { z } from 'zod'
import { jsonText } from '../../writing/lines.ts'
import { totalsIn } from './coverage.ts'
import type { CycleStanding } from './cycles.ts'
import { exitOf } from './events-log.ts'
import type { Measurement, TddCourse, Told } from './tdd-course.ts'

export const workFiles = { gates: 'gates.json', coverage: 'coverage/coverage-summary.json' } as const

export function gatesText(course: TddCourse, cycle: CycleStanding): string {
  const { number } = cycle
  const own = course.measurements.filter(({ turn, carried, gate, cycles }) =>
    gate === 'demands' ? cycles.includes(number) : turn?.cycle === number && !carried,
  )
  const { module } = course.input
  return jsonText({
    schema: 1,
    module,
    run: course.run,
    cycle: cycle.id,
    number,
    session: cycle.session,
    gates: own.map((measurement) => gateOf(measurement, number)),
    told: course.told.filter((told) => isOf(told, number)).map(({ at, type, data }) => ({ ts: at, type, ...data })),
  })
}

/** What tests of the cycle demand no more, and what got harder to follow, where it was accepted all the same. */
const isOf = ({ type, data }: Told, number: number): boolean =>
  (type === 'demands' || type === 'measures') && data['number'] === number

function gateOf(measurement: Measurement, number: number) {
  const { at, turn, gate, commit, verdict, findings, evidence, follows } = measurement
  const { phase = null, task = null, round = null } = turn ?? {}
  const exitCode = exitOf(measurement)
  const measured = gate === 'demands' ? ofCycle(measurement.data, number) : measurement.data
  return { ts: at, phase, task, round, gate, commit, verdict, exitCode, findings, measured, evidence, follows }
}

const demandsSchema = z.looseObject({ changes: z.array(z.looseObject({ cycle: z.string() })) })

/** Of what was found of several cycles this one's. */
function ofCycle(data: Json, number: number): unknown {
  const found = demandsSchema.safeParse(data).data
  return found === undefined ? data : { ...found, changes: found.changes.filter(({ cycle }) => cycle === `C${number}`) }
}

/** Null: coverage was not measured, so there is no file; an old one does not stay. `blob` reads evidence. */
export function coverageText({ covered }: CycleStanding, blob: (ref: string) => string): string | null {
  const total = covered === null ? null : totalsIn(blob(covered.evidence))
  return total === null ? null : jsonText({ total })
}
