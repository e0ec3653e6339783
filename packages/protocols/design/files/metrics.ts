/** What a review reads of a design run: `<timestamp>-design.json` (SIG-99). */
import type { JsonObject } from '@sigma/protocol'
import { entryIn } from '../../writing/dialogue.ts'
import { jsonText } from '../../writing/lines.ts'
import { standsAs } from '../../writing/stands.ts'
import type { DesignCourse } from './course.ts'

export const metricsText = (course: DesignCourse): string => jsonText(metricsOf(course))

function metricsOf(course: DesignCourse): JsonObject {
  const { input, end, said, accepted } = course
  const rounds = Map.groupBy(said, ({ unit }) => unit)
  return {
    schema: 1,
    run: course.run,
    session: input.session,
    base: input.base,
    startedAt: course.startedAt,
    timestamp: course.lastAt,
    status: standsAs(course),
    summary: end?.summary ?? null,
    wish: input.wish,
    mostRounds: input.limits.rounds,
    rounds: Object.fromEntries(
      [...rounds].map(([unit, all]) => [unit, Math.max(...all.map(({ round }) => round + 1))]),
    ),
    accepted: accepted.map((each) => ({ ...each })),
    dialogue: said.map((each) => ({ unit: each.unit, ...entryIn(1)(each) })),
  }
}
