/** What a review reads of a plan run: `<timestamp>-plan.json` (SIG-99). */
import type { JsonObject } from '@sigma/protocol'
import { entryIn } from '../../writing/dialogue.ts'
import { jsonText } from '../../writing/lines.ts'
import { standsAs } from '../../writing/stands.ts'
import type { AcceptedPlan } from './accepted-plan.ts'
import type { PlanCourse } from './course.ts'

export function metricsText(course: PlanCourse, accepted: AcceptedPlan | null): string {
  return jsonText(metricsOf(course, accepted))
}

function metricsOf(course: PlanCourse, accepted: AcceptedPlan | null): JsonObject {
  const { input, end, said } = course
  return {
    schema: 1,
    module: input.module,
    run: course.run,
    session: input.session,
    base: input.base,
    startedAt: course.startedAt,
    timestamp: course.lastAt,
    status: standsAs(course),
    summary: end?.summary ?? null,
    acceptedBy: accepted?.by ?? null,
    rounds: Math.max(0, ...said.map(({ round }) => round + 1)),
    mostRounds: input.limits.rounds,
    design: { ...input.design },
    plan: accepted === null ? null : { path: input.plan.path, text: accepted.text },
    cycles: accepted?.plan.cycles.map(({ id, title, interfaces }) => ({ id, title, interfaces })) ?? [],
    dialogue: said.map(entryIn(2)),
  }
}
