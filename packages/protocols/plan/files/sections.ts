/** What a plan run says in σ₅ and σ₄. */
import { type PlanCycle, printId, progressMarks, subscriptDigits } from '@sigma/protocol'
import type { Said } from '../../writing/dialogue.ts'
import { code, line, link } from '../../writing/lines.ts'
import { seenFrom } from '../../writing/paths.ts'
import { decideText, standsAs } from '../../writing/stands.ts'
import type { AcceptedPlan } from './accepted-plan.ts'
import type { PlanCourse } from './course.ts'

/** σ₅: the accepted plan as its three artifacts (DPTR-62, DPTR-63, DPTR-68), or how the loop stands. */
export function progressSection(course: PlanCourse, accepted: AcceptedPlan | null, bank: string): string {
  const { input, run, end, said } = course
  const refused = said.filter(({ by, status }) => by === 'sigma' && status !== 'pass')
  return [
    line`### ${input.module}: plan ${accepted === null ? standsAs(course) : 'accepted'}`,
    '',
    line`- run ${code(run)}, session ${code(input.session)}, begun ${course.startedAt}`,
    line`- plan ${link('tdd_plan.md', seenFrom(bank, input.plan.path))}, design ${link('design.md', seenFrom(bank, input.design.path))}`,
    ...(end === null ? [] : [line`- ended ${course.lastAt}: ${end.summary}`]),
    ...(accepted === null ? [] : artifacts(accepted, input.module)),
    ...(refused.length === 0 ? [] : ['', '#### Refused', '', ...refused.map(refusedLine)]),
  ].join('\n')
}

function artifacts({ plan: { cycles, batches } }: AcceptedPlan, module: string): readonly string[] {
  return [
    '',
    '#### implementation_plan',
    '',
    ...cycles.map(({ id, interfaces, files }) => line`- ${interfaces.join(', ')}: ${printId(id)}; ${files.join(', ')}`),
    '',
    '#### tdd_cycles',
    '',
    ...cycles.map((cycle) => cycleLine(cycle, module)),
    '',
    '#### execution_checklist',
    '',
    ...batches.map(
      ({ parallel, cycles: ids }, at) =>
        line`- [ ] Batch${subscriptDigits(String(at + 1))} (parallel ${parallel}): ${ids.map(printId).join(', ')}`,
    ),
    '- [ ] the whole suite on the combination of each batch',
  ]
}

function cycleLine({ id, title, interfaces }: PlanCycle, module: string): string {
  return `- ${line`${printId(id)}: ${title} (${interfaces.join(', ')}) → ℜ→ℜᴳ→ℜᶠ`} ${line`\u005b${module}\u005d`}`
}

function refusedLine({ at, sequence, round, message }: Said): string {
  return line`- ${at}, event ${sequence}, round ${round}: ${progressMarks.failed} ${message}`
}

/** σ₄, of a run that has not ended (DPTR-55). */
export function contextSection(course: PlanCourse): string {
  const { input, run, standing, startedAt } = course
  return [
    line`### ${code(run)}: the plan of ${input.module}, ${standsAs(course)}`,
    '',
    line`- session_id: ${code(input.session)}`,
    line`- begun: ${startedAt}, from ${code(input.base)}`,
    ...standing.map(({ open: { effect } }) => {
      const { round = 0 } = effect.at
      if (effect.kind === 'consult')
        return line`- ${effect.status}: ${effect.question} (round ${round}); ${decideText(run, effect)}`
      return line`- ${effect.kind === 'ask' ? `${effect.role} is asked` : 'Sigma checks the plan'}: round ${round}`
    }),
  ].join('\n')
}
