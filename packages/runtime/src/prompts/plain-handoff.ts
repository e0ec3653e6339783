/** A turn that nobody plays, for a look at the template that tells whatever else is asked. */
import { type TurnHandoff, withFailures } from '@sigma/protocol'

export const plainHandoff: TurnHandoff = {
  ...{ from: 'engine', to: 'example', context: { examplePath: 'docs/example.md' } },
  task: {
    type: 'example',
    purpose: 'What is asked stands here, in the words of the ask.',
    parameters: { example: 'What else was given stands here.' },
  },
  metadata: {
    ...{ role: 'example', symbol: null, directive: '[CTX:{"examplePath":"docs/example.md"}]', turn: 'example' },
    ...{ codes: withFailures([]), writable: ['docs/**'] },
    refused: [
      {
        rule: 'example-rule',
        message: 'What was seen of an earlier try stands here.',
        remedy: 'The way out stands here.',
      },
    ],
  },
}
