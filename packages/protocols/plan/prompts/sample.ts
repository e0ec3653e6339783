/** A turn that nobody plays: what a template comes to is seen before there is a run. */
import type { SampleTurn } from '@sigma/engine'
import { type Finding, handoffOf, type TurnHandoff } from '@sigma/protocol'
import { asked } from '../machine/asking.ts'
import type { PlanInput } from '../machine/input.ts'
import { plan } from '../machine/plan.ts'
import { samplePlanInput } from '../machine/sample.ts'
import type { Loop } from '../machine/state.ts'

export const exampleInput: PlanInput = samplePlanInput()

const point: Finding = {
  rule: 'critique',
  message: 'What the critic wants changed stands here.',
  remedy: 'The way out stands here.',
}

export function sampleHandoff({ task, input: given, withTalk }: SampleTurn): TurnHandoff | null {
  const input = plan.input.parse(given)
  const isPlan = task.type === 'plan'
  const loop: Loop = {
    input,
    round: withTalk ? 1 : 0,
    left: input.limits.rounds,
    head: input.base,
    checked: isPlan ? null : { evidence: 'sha256:0', hands: {} },
    points: withTalk ? [point] : [],
    objection: withTalk && !isPlan ? 'Why the planner disagrees stands here.' : null,
  }
  const [ask] = asked(isPlan ? 'planning' : 'criticizing', loop).effects
  return ask?.kind === 'ask' ? handoffOf(ask, 'example', []) : null
}
