/** What the machine is to do in a step, and what it needs for that of the steps before, whichever way was taken. */
import { type Definition, type Field, invokes, type StepRow } from './definition.ts'
import type { DefinitionFault } from './fault.ts'
import { reachable } from './way-faults.ts'

export function workFaults(definition: Definition): readonly DefinitionFault[] {
  const { route, steps } = definition
  return [
    ...onlyOnce(definition, 'invoke', `${route} has several steps that invoke agents.`, 'invoking-steps'),
    ...onlyOnce(definition, 'read-skills', `${route} has several steps that read skills.`, 'reading-steps'),
    ...steps.flatMap((step, at) => [...ownFaults(step, at), ...neededFaults(definition, step, at)]),
  ]
}

/** At most one step invokes agents (EXE-62), by the skills of at most one other. */
function onlyOnce({ steps }: Definition, work: string, message: string, rule: string): readonly DefinitionFault[] {
  return steps.flatMap((step, at) =>
    step.work === work && steps.findIndex((each) => each.work === work) < at
      ? [fault(['steps', at, 'work'], rule, message, `Have only one step with the work \`${work}\`.`)]
      : [],
  )
}

/** What stands in the step's own row. */
function ownFaults(step: StepRow, at: number): readonly DefinitionFault[] {
  const { name, work, skills, agents, gives } = step
  const naming = gives.find((field) => field.name === skills)
  const isNamed = naming !== undefined && naming.optional !== true && ['text', 'texts'].includes(naming.kind)
  return [
    ...(work === 'read-skills' && !isNamed
      ? [
          fault(
            ['steps', at, skills === undefined ? 'work' : 'skills'],
            'skills-unnamed',
            `${name} reads skills that no text of its output names.`,
            'Name the field in `skills`.',
          ),
        ]
      : []),
    ...(work !== 'read-skills' && skills !== undefined
      ? [
          fault(
            ['steps', at, 'skills'],
            'skills-idle',
            `${name} has \`skills\`, and reads none.`,
            'Give it the work `read-skills`.',
          ),
        ]
      : []),
    ...(work !== 'invoke' && agents !== undefined
      ? [
          fault(
            ['steps', at, 'agents'],
            'agents-idle',
            `${name} has \`agents\`, and invokes none.`,
            'Give it the work `invoke`.',
          ),
        ]
      : []),
    ...(agents !== undefined && new Set(agents).size < agents.length
      ? [fault(['steps', at, 'agents'], 'duplicate-agent', `${name} names an agent twice.`, 'Name each once.')]
      : []),
    ...(work === 'invoke' && gives.length > 0
      ? [
          fault(
            ['steps', at, 'gives'],
            'gives-idle',
            `${name} invokes agents, whose memories are its output, and takes none of its follower.`,
            'Have a step of its own for that output.',
          ),
        ]
      : []),
    ...(work === 'verify' && gives.every((field) => field.name !== 'results' || field.kind !== 'matches')
      ? [
          fault(
            ['steps', at, 'work'],
            'results-ungiven',
            `${name} verifies results that its output does not have.`,
            'Give it a field `results` of the kind `matches`.',
          ),
        ]
      : []),
  ]
}

const givesRequirements = ({ gives }: StepRow): boolean =>
  gives.some(({ name, kind, optional }: Field) => name === 'requirements' && kind === 'texts' && optional !== true)

/** What must have been done on every way to the step. */
function neededFaults(definition: Definition, step: StepRow, at: number): readonly DefinitionFault[] {
  const { route } = definition
  const needs = (rule: string, is: (other: StepRow) => boolean, what: string, remedy: string) =>
    definition.steps.some((other) => is(other) && other !== step && isBefore(definition, other, step))
      ? []
      : [fault(['steps', at, 'work'], rule, `${route} ${what} (${step.name}).`, remedy)]
  const task = (what: string) =>
    needs(
      'task-unnamed',
      ({ work }) => work === 'task-id',
      `has no task id on every way to ${what}`,
      'Have a step with the work `task-id` before that.',
    )
  switch (step.work) {
    case 'invoke':
      return [
        ...(step.agents === undefined
          ? needs(
              'skills-unread',
              ({ work }) => work === 'read-skills',
              'does not read its skills on every way to where it invokes their agents',
              'Have one step with the work `read-skills` before that, or name `agents`.',
            )
          : []),
        ...task('where it invokes agents'),
      ]
    case 'memory':
      return task('where it makes the memory of the task')
    case 'verify':
      return [
        ...needs(
          'requirements-ungiven',
          givesRequirements,
          'verifies requirements that no step before lists',
          'Have a step before that give `requirements`.',
        ),
        ...needs(
          'agents-uninvoked',
          invokes,
          'verifies what no agent did on every way to it',
          'Have agents invoked before that.',
        ),
      ]
    case 'none':
    case 'task-id':
    case 'read-skills':
      return []
  }
}

/** Whether each way to the step goes through the other one. */
const isBefore = (definition: Definition, other: StepRow, step: StepRow): boolean =>
  !reachable(definition, other.number).has(step.number)

const fault = (at: DefinitionFault['at'], rule: string, message: string, remedy: string): DefinitionFault => ({
  at,
  rule,
  message,
  remedy,
})
