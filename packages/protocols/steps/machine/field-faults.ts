/** Fields of outputs that say nothing that can be checked, and answers that nobody handles (EXE-80). */
import type { Definition, Field, StepRow } from './definition.ts'
import type { DefinitionFault } from './fault.ts'

/** What the machine itself puts into outputs. */
const reserved = ['context', 'task_id', 'memory', 'read', 'agents', 'decision', 'decided_by', 'accepted_by']

export const fieldFaults = ({ steps }: Definition): readonly DefinitionFault[] =>
  steps.flatMap((step, at) => [
    ...step.gives.flatMap((field, index) => oneFieldFaults(step, field, index, ['steps', at, 'gives', index])),
    ...branchFaults(step, ['steps', at, 'branch']),
    ...decisionFaults(step, ['steps', at, 'decision', 'options']),
  ])

function oneFieldFaults(
  step: StepRow,
  { name, kind, values }: Field,
  index: number,
  at: DefinitionFault['at'],
): readonly DefinitionFault[] {
  const isTwice = step.gives.findIndex((each) => each.name === name) !== index
  const repeated = values?.find((value, place) => values.indexOf(value) !== place)
  return [
    ...(isTwice
      ? [
          fault(
            [...at, 'name'],
            'duplicate-field',
            `${step.name} has two fields "${name}".`,
            'Give each a name of its own.',
          ),
        ]
      : []),
    ...(reserved.includes(name)
      ? [
          fault(
            [...at, 'name'],
            'reserved-field',
            `${step.name} has a field "${name}", which Sigma itself puts into outputs.`,
            'Give it another name.',
          ),
        ]
      : []),
    ...((kind === 'choice') === (values !== undefined)
      ? []
      : [
          fault(
            at,
            'choice-values',
            kind === 'choice'
              ? `The choice "${name}" of ${step.name} has no "values".`
              : `"${name}" of ${step.name} is a ${kind} and has "values".`,
            kind === 'choice' ? 'List what may be given in "values".' : 'Make it a choice, or leave "values" out.',
          ),
        ]),
    ...(repeated === undefined
      ? []
      : [
          fault(
            [...at, 'values'],
            'duplicate-value',
            `"${name}" of ${step.name} lists "${repeated}" twice.`,
            'List each value once.',
          ),
        ]),
  ]
}

function branchFaults({ name, gives, branch }: StepRow, at: DefinitionFault['at']): readonly DefinitionFault[] {
  if (branch === undefined) return []
  const field = gives.find((each) => each.name === branch.on)
  if (field === undefined || (field.kind !== 'choice' && field.kind !== 'boolean') || field.optional === true)
    return [
      fault(
        [...at, 'on'],
        'branch-undecided',
        `${name} branches on "${branch.on}", which is no choice or boolean that its output must have.`,
        'Name such a field of its "gives".',
      ),
    ]
  const values = field.kind === 'boolean' ? ['true', 'false'] : (field.values ?? [])
  const handled = Object.keys(branch.to)
  return [
    ...values
      .filter((value) => !handled.includes(value))
      .map((value) =>
        fault(
          [...at, 'to'],
          'answer-unhandled',
          `${name} does not say where "${branch.on}": "${value}" leads.`,
          `Add "${value}" to its branch.`,
        ),
      ),
    ...handled
      .filter((value) => !values.includes(value))
      .map((value) =>
        fault(
          [...at, 'to', value],
          'answer-unknown',
          `${name} says where "${branch.on}": "${value}" leads, which it never is.`,
          `Leave it out, or add it to the values of "${branch.on}".`,
        ),
      ),
  ]
}

function decisionFaults({ name, work, decision }: StepRow, at: DefinitionFault['at']): readonly DefinitionFault[] {
  if (decision === undefined) return []
  const names = decision.options.map((option) => option.name)
  return [
    ...(work === 'none'
      ? []
      : [
          fault(
            at.slice(0, -1),
            'decision-works',
            `${name} asks a person, and has the work ${work}.`,
            'Have a step of its own for the decision.',
          ),
        ]),
    ...names.flatMap((option, index) =>
      names.indexOf(option) === index
        ? []
        : [
            fault(
              [...at, index, 'name'],
              'duplicate-option',
              `${name} has two options "${option}".`,
              'Name each once.',
            ),
          ],
    ),
    ...names.flatMap((option, index) =>
      option === 'abort'
        ? [
            fault(
              [...at, index, 'name'],
              'reserved-option',
              `${name} has an option "abort", which every decision has.`,
              'Leave it out, or give it another name.',
            ),
          ]
        : [],
    ),
  ]
}

const fault = (at: DefinitionFault['at'], rule: string, message: string, remedy: string): DefinitionFault => ({
  at,
  rule,
  message,
  remedy,
})
