/** What is wrong with a definition of a step protocol: steps and transitions are checked against each other when it is loaded (EXE-78). */
import { completed, type Definition, initialized } from './definition.ts'
import type { DefinitionFault } from './fault.ts'
import { fieldFaults } from './field-faults.ts'
import { wayFaults } from './way-faults.ts'
import { workFaults } from './work-faults.ts'

/** Empty: it can be played. */
export function definitionFaults(definition: Definition): readonly DefinitionFault[] {
  const table = [...numberFaults(definition), ...nameFaults(definition)]
  // Where steps cannot be told apart nothing can be said of where they lead.
  if (table.length > 0) return table
  return [...wayFaults(definition), ...fieldFaults(definition), ...workFaults(definition)]
}

function numberFaults({ route, steps }: Definition): readonly DefinitionFault[] {
  if (steps.length === 0) return [fault(['steps'], 'no-steps', `${route} has no step.`, 'Give it at least one step.')]
  const numbers = steps.map(({ number }) => number)
  const twice = numbers.flatMap((number, at) =>
    numbers.indexOf(number) === at
      ? []
      : [
          fault(
            ['steps', at, 'number'],
            'duplicate-number',
            `${route} has step ${number} twice.`,
            'Number the steps from 1, each once.',
          ),
        ],
  )
  const lacking = steps.map((_, at) => at + 1).filter((number) => !numbers.includes(number))
  const disordered = numbers.findIndex((number, at) => at > 0 && number <= (numbers[at - 1] ?? 0))
  return [
    ...twice,
    ...lacking.map((number) =>
      fault(
        ['steps', Math.min(number - 1, steps.length - 1), 'number'],
        'number-missing',
        `${route} has no step ${number}.`,
        'Number the steps from 1 without a gap.',
      ),
    ),
    ...(disordered < 0 || twice.length > 0
      ? []
      : [
          fault(
            ['steps', disordered, 'number'],
            'out-of-order',
            `The steps of ${route} are not listed in the order of their numbers.`,
            'List them in that order.',
          ),
        ]),
  ]
}

function nameFaults({ route, steps }: Definition): readonly DefinitionFault[] {
  const names = steps.map(({ name }) => name)
  return names.flatMap((name, at) => [
    ...(names.indexOf(name) === at
      ? []
      : [
          fault(
            ['steps', at, 'name'],
            'duplicate-name',
            `${route} has two steps ${name}.`,
            'Give each step a name of its own.',
          ),
        ]),
    ...(name === initialized || name === completed
      ? [
          fault(
            ['steps', at, 'name'],
            'reserved-name',
            `${route} calls a step ${name}, which is a state of every protocol.`,
            'Give it another name.',
          ),
        ]
      : []),
  ])
}

const fault = (at: DefinitionFault['at'], rule: string, message: string, remedy: string): DefinitionFault => ({
  at,
  rule,
  message,
  remedy,
})
