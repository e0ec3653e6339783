import type { Option } from '../effect.ts'
import type { JsonObject } from '../json.ts'

/** What a person may choose (D14); `resume` is for what only has to be tried again. */
export type OptionName = TurnOption | 'keep' | 'again'

/** What may be chosen about a turn. */
export type TurnOption = 'resume' | 'fix' | 'extend' | 'skip' | 'abort'

const fixInput: JsonObject = {
  type: 'object',
  properties: {
    commit: { type: 'string', minLength: 1, description: "A commit that Sigma took in from the cycle's workspace." },
  },
  required: ['commit'],
  examples: [{ commit: '0'.repeat(40) }],
}

const consequences: Readonly<Record<OptionName, string>> = {
  resume: 'The same piece of work is taken up again.',
  fix: 'What you changed in the workspace is measured by the same gate, as if the agent had done it.',
  extend: 'The budgets are filled up and the work goes on, with the reasons at hand.',
  skip: 'The cycle is left out: its work is not delivered, and the run can only end refused.',
  abort: 'The run ends here; nothing is delivered.',
  keep: 'The work is delivered as it is, on the commit that the run began from.',
  again: 'Sigma looks where the branch stands now, and tries once more.',
}

export function optionOf(name: OptionName): Option {
  return { name, consequence: consequences[name], input: name === 'fix' ? fixInput : null }
}
