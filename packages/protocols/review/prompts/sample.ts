/** A turn that nobody plays: what a template comes to is seen before there is a run. */
import type { SampleTurn } from '@sigma/engine'
import { handoffOf, type TurnHandoff } from '@sigma/protocol'
import { asked } from '../machine/asking.ts'
import { aspects } from '../machine/gate-parameters.ts'
import type { ReviewInput } from '../machine/input.ts'
import { unnamed } from '../machine/naming.ts'
import { review } from '../machine/review.ts'
import { sampleReviewInput } from '../machine/sample.ts'

export const exampleInput: ReviewInput = sampleReviewInput()

export function sampleHandoff({ input: given, withTalk }: SampleTurn): TurnHandoff | null {
  const input = review.input.parse(given)
  const sections = ['Interface', 'Behaviour']
  const finding = { rule: 'interface-untested', message: 'What Sigma found stands here.', remedy: 'The way out.' }
  const evidence = 'sha256:0'
  const judged = {
    verdict: withTalk ? ('fail' as const) : ('pass' as const),
    verdicts: aspects.map((of) => ({ of, verdict: 'pass' as const, evidence, said: 'How it stands is said here.' })),
    tree: '',
    sections,
    findings: withTalk ? [finding] : [],
    told: withTalk ? ['What is to be known stands here.'] : [],
    evidence,
  }
  const untaken = withTalk ? [unnamed('DF', sections)] : []
  const [ask] = asked({ input, judged, left: input.limits.reasks, untaken }).effects
  return ask?.kind === 'ask' ? handoffOf(ask, 'example', []) : null
}
