/** A turn that nobody plays, for a look at the template that tells whatever else is asked. */
import { handoffOf, type TurnHandoff } from '@sigma/protocol'

export const plainHandoff: TurnHandoff = handoffOf(
  {
    kind: 'ask',
    id: 'example',
    at: { step: 'example' },
    role: 'example',
    phase: 'EXAMPLE',
    brief: {
      type: 'example',
      purpose: 'What is asked stands here, in the words of the ask.',
      from: 'engine',
      subject: 'example',
      context: { examplePath: 'docs/example.md' },
      documents: [],
      refused: [],
      parameters: { example: 'What else was given stands here.' },
    },
    codes: [],
    writes: ['docs/**'],
    workspace: 'example',
    base: 'example',
    limitMs: 0,
    retry: [],
  },
  'example',
  [
    {
      rule: 'example-rule',
      message: 'What was seen of an earlier try stands here.',
      remedy: 'The way out stands here.',
    },
  ],
)
