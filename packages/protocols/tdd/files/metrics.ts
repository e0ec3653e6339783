/** What a review reads of a run: `<timestamp>-tdd.json` (SIG-99). A function of the run's course alone. */

import type { Delivered } from '@sigma/engine'
import { countPhases, type JsonObject } from '@sigma/protocol'
import { jsonText } from '../../writing/lines.ts'
import { standsAs } from '../../writing/stands.ts'
import { coverageStanding, totalsIn } from './coverage.ts'
import { cyclesOf } from './cycles.ts'
import { phaseEvents } from './events-log.ts'
import type { TddCourse } from './tdd-course.ts'

/** `blob` reads evidence. */
export function metricsText(course: TddCourse, delivered: Delivered | null, blob: (ref: string) => string): string {
  return jsonText(metricsOf(course, delivered, blob))
}

/** `totalCycles` is the sum of the passed, the failed and the open ones. */
function metricsOf(course: TddCourse, delivered: Delivered | null, blob: (ref: string) => string): JsonObject {
  const { input } = course
  const cycles = cyclesOf(course)
  const isFailed = ({ status }: (typeof cycles)[number]): boolean => status === 'failed' || status === 'skipped'
  const failed = cycles.filter(isFailed)
  const passed = cycles.filter(({ status }) => status === 'done')
  const { phases, failures, passRate } = countPhases(phaseEvents(course))
  return {
    schema: 1,
    module: input.module,
    run: course.run,
    session: input.session,
    base: input.base,
    startedAt: course.startedAt,
    timestamp: course.end === null ? (course.measurements.at(-1)?.at ?? course.startedAt) : course.lastAt,
    status: standsAs(course),
    summary: course.end?.summary ?? null,
    delivered: delivered === null ? null : { ...delivered },
    totalCycles: cycles.length,
    passedCycles: passed.length,
    failedCycles: failed.map(({ id }) => id),
    openCycles: cycles.length - passed.length - failed.length,
    coverageThreshold: { ...input.project.coverage },
    phases,
    failures,
    passRate,
    cycles: cycles.map(({ interfaces: _interfaces, covered, ...standing }) => ({
      ...standing,
      ...coverageStanding(input.project.coverage, covered?.data ?? null),
      // What percentages of several cycles together are made from (SIG-68).
      ...(covered !== null && countsIn(blob(covered.evidence))),
    })),
  }
}

/** Absent where nothing was counted. */
function countsIn(evidence: string): JsonObject {
  const totals = totalsIn(evidence)
  if (totals === null) return {}
  const counts = Object.entries(totals).map(([name, { total, covered }]) => [name, { total, covered }] as const)
  return { counts: Object.fromEntries(counts) }
}
