import type { JsonObject, Option } from '@sigma/protocol'

/** What a person may choose (D14); `resume` is for what only has to be tried again. */
export type OptionName = TurnOption | 'merged' | 'keep' | 'again' | 'accept' | 'restore' | 'waive'

/** What may be chosen about a turn. */
export type TurnOption = 'resume' | 'fix' | 'extend' | 'skip' | 'abort'

/** What was done by hand. */
const commitInput = (from: string): JsonObject => ({
  type: 'object',
  properties: {
    commit: { type: 'string', minLength: 1, description: `A commit that Sigma took in from ${from}.` },
  },
  required: ['commit'],
  examples: [{ commit: '0'.repeat(40) }],
})

/** The person's reason. */
const noteInput: JsonObject = {
  type: 'object',
  properties: { note: { type: 'string', minLength: 1, description: 'Why no test can notice them.' } },
  required: ['note'],
  examples: [{ note: 'They behave as the source does.' }],
}

const inputs: Partial<Readonly<Record<OptionName, JsonObject>>> = {
  fix: commitInput("the cycle's workspace"),
  merged: commitInput('the workspace of the merge'),
  waive: noteInput,
}

const consequences: Readonly<Record<OptionName, string>> = {
  resume: 'The same piece of work is taken up again.',
  fix: 'What you changed in the workspace is measured by the same gate, as if the agent had done it.',
  extend: 'The budgets are filled up and the work goes on, with the reasons at hand.',
  merged: 'The merge that you finished in the workspace is measured by the same gate as any other combination.',
  skip: 'The cycle is left out: its work is not delivered, and the run can only end refused.',
  abort: 'The run ends here; nothing is delivered.',
  keep: 'The work is delivered as it is, on the commit that the run began from.',
  accept:
    'The tests as they stand are the accepted ones from now on, and the work goes on; what they demand no more is told.',
  restore: 'The tests are put back as they were accepted, and the cycle is asked for work that passes them.',
  waive:
    'The mutants that no test notices are waived, by the reason that you give with --note; the combination is measured once more, and the rest of it has to pass.',
  again: 'Sigma looks where the branch stands now, and tries once more.',
}

export function optionOf(name: OptionName): Option {
  return { name, consequence: consequences[name], input: inputs[name] ?? null }
}
