/** A turn that nobody plays: what a template comes to is seen before there is a run. */
import type { SampleTurn } from '@sigma/engine'
import { handoffOf, type TurnHandoff } from '@sigma/protocol'
import type { StepsInput } from '../machine/input.ts'
import { invoke, work } from '../machine/invoking.ts'
import { sampleSession } from '../machine/sample.ts'
import type { Session } from '../machine/state.ts'

export const exampleInput: StepsInput = sampleSession()

const phases = [
  { name: 'Clarify', agents: ['asker'] },
  { name: 'Make', agents: ['maker'] },
]

const session: Session = {
  input: exampleInput,
  at: 5,
  path: [1, 2, 3, 4],
  started: true,
  outputs: [{ title: 'What the task is called stands here' }],
  task: 'example-1f2e3d4c-5b6',
  skills: [{ name: 'build', hash: '', blob: `sha256:${'0'.repeat(64)}`, phases }],
  memories: [],
  before: 0,
  turns: {},
  head: exampleInput.base,
  left: { reissues: 1, verdicts: 1, questions: 1 },
}

export function sampleHandoff({ task: { type }, withTalk }: SampleTurn): TurnHandoff | null {
  if (type !== 'work') return null
  const begun = withTalk
    ? work(
        { ...session, memories: [{ agent: 'asker', phase: 'Clarify', bytes: 10, evidence: '' }] },
        {
          ...{ call: null, part: 'agent', commit: session.head },
          refused: [{ rule: 'memory-missing', message: 'Why a try was refused stands here.', remedy: 'The way out.' }],
          answers: [{ question: 'What was asked stands here.', answer: 'What a person answered stands here.' }],
        },
      )
    : invoke(session, null)
  const ask = begun.effects.find((effect) => effect.kind === 'ask')
  return ask === undefined ? null : handoffOf(ask, 'example', [])
}
