/** A turn that nobody plays: what a template comes to is seen before there is a run. */
import type { SampleTurn } from '@sigma/engine'
import { type Finding, handoffOf, type TurnHandoff } from '@sigma/protocol'
import type { ReasoningInput } from '../machine/input.ts'
import { askRouter } from '../machine/routing-by-agent.ts'
import { sampleReasoning } from '../machine/sample.ts'

export const exampleInput: ReasoningInput = sampleReasoning({ router: true, task: 'What is to be done stands here.' })

const refused: Finding = {
  rule: 'no-route-named',
  message: 'Why an earlier answer was refused stands here.',
  remedy: 'The way out stands here.',
}

export function sampleHandoff({ task: { type }, withTalk }: SampleTurn): TurnHandoff | null {
  const { router } = exampleInput
  if (type !== 'route' || router === null) return null
  const [ask] = askRouter(exampleInput, router, 1, withTalk ? [refused] : []).effects
  return ask?.kind === 'ask' ? handoffOf(ask, 'example', []) : null
}
