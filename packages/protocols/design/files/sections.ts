/** What a design run says in σ₅ and σ₄. */
import { progressMarks } from '@sigma/protocol'
import { code, line, link } from '../../writing/lines.ts'
import { seenFrom } from '../../writing/paths.ts'
import { decideText, standsAs } from '../../writing/stands.ts'
import { acceptorText } from './acceptor.ts'
import type { DesignCourse } from './course.ts'

const titleOf = ({ input }: DesignCourse): string => input.subject ?? 'a wish'

/** σ₅: what was accepted, by whom, and what was found wrong. */
export function progressSection(course: DesignCourse, bank: string): string {
  const { run, input, end, accepted, said } = course
  const isAccepted = end?.outcome === 'completed'
  const refused = said.filter(({ by, status }) => by === 'sigma' && status !== 'pass')
  return [
    line`### ${titleOf(course)}: design ${isAccepted ? 'accepted' : standsAs(course)}`,
    '',
    line`- run ${code(run)}, session ${code(input.session)}, begun ${course.startedAt}`,
    ...(end === null ? [] : [line`- ended ${course.lastAt}: ${end.summary}`]),
    ...accepted.map(({ module, path, by }) => {
      const part = link(module ?? 'architecture', seenFrom(bank, path))
      return by === 'unaudited'
        ? line`- ${part}: written, not accepted yet`
        : line`- ${progressMarks.done} ${part}: ACCEPT by ${acceptorText(by)}`
    }),
    ...refused.map(
      ({ at, sequence, unit, message }) =>
        line`- ${at}, event ${sequence}, ${unit}: ${progressMarks.failed} ${message}`,
    ),
  ].join('\n')
}

/** σ₄, of a run that has not ended. */
export function contextSection(course: DesignCourse): string {
  const { input, run, standing, startedAt } = course
  return [
    line`### ${code(run)}: the design of ${titleOf(course)}, ${standsAs(course)}`,
    '',
    line`- session_id: ${code(input.session)}`,
    line`- begun: ${startedAt}, from ${code(input.base)}`,
    ...standing.map(({ open: { effect } }) => {
      const { round = 0, unit = '' } = effect.at
      if (effect.kind === 'consult')
        return line`- ${effect.status}: ${effect.question} (round ${round}); ${decideText(run, effect)}`
      return line`- ${effect.kind === 'ask' ? `${effect.role} is asked` : 'Sigma looks'}: ${unit}, round ${round}`
    }),
  ].join('\n')
}
