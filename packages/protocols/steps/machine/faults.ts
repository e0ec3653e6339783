/** What is wrong with a definition of a step protocol: steps and transitions are checked against each other when it is loaded (EXE-78). */
import type { Finding } from '@sigma/protocol'
import { completed, type Definition, initialized, invokes, nextOf } from './definition.ts'

/** Empty: it can be played. */
export function definitionFaults(definition: Definition): readonly Finding[] {
  return [
    ...numberFaults(definition),
    ...nameFaults(definition),
    ...transitionFaults(definition),
    ...workFaults(definition),
  ]
}

function numberFaults({ route, steps }: Definition): readonly Finding[] {
  if (steps.length === 0) return [fault('no-steps', `${route} has no step.`, 'Give it at least one step.')]
  const numbers = steps.map(({ number }) => number)
  const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at)
  const lacking = steps.map((_, at) => at + 1).filter((number) => !numbers.includes(number))
  const inOrder = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))
  return [
    ...twice.map((number) =>
      fault('duplicate-number', `${route} has step ${number} twice.`, 'Number the steps from 1, each once.'),
    ),
    ...lacking.map((number) =>
      fault('number-missing', `${route} has no step ${number}.`, 'Number the steps from 1 without a gap.'),
    ),
    ...(inOrder || twice.length > 0
      ? []
      : [
          fault(
            'out-of-order',
            `The steps of ${route} are not listed in the order of their numbers.`,
            'List them in that order.',
          ),
        ]),
  ]
}

function nameFaults({ route, steps }: Definition): readonly Finding[] {
  const names = steps.map(({ name }) => name)
  return [
    ...names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((name) => fault('duplicate-name', `${route} has two steps ${name}.`, 'Give each step a name of its own.')),
    ...names
      .filter((name) => name === initialized || name === completed)
      .map((name) =>
        fault(
          'reserved-name',
          `${route} calls a step ${name}, which is a state of every protocol.`,
          'Give it another name.',
        ),
      ),
  ]
}

/** The chain is strict: each state leads to the next one and to no other (EXE-51). */
function transitionFaults(definition: Definition): readonly Finding[] {
  const { route, steps } = definition
  const states = new Set([...steps.map(({ name }) => name), completed])
  return steps.flatMap((step, at) => {
    const next = nextOf(definition, step)
    const due = steps[at + 1]?.name ?? completed
    if (!states.has(next))
      return [
        fault(
          'unknown-transition',
          `${route} leads from ${step.name} to ${next}, which it does not have.`,
          `Lead to ${due}.`,
        ),
      ]
    if (next !== due)
      return [fault('not-a-chain', `${route} leads from ${step.name} to ${next}, past ${due}.`, `Lead to ${due}.`)]
    return []
  })
}

/** Exactly one step invokes agents (EXE-62), and what it invokes is known by then. */
function workFaults({ route, steps }: Definition): readonly Finding[] {
  const invoking = steps.filter(invokes)
  const reading = steps.filter(({ work }) => work === 'read-skills')
  const before = (one: string, other: string): boolean => {
    const [first, second] = [one, other].map((work) => steps.findIndex((step) => step.work === work))
    return first !== undefined && second !== undefined && first >= 0 && (second < 0 || first < second)
  }
  return [
    ...(invoking.length === 1
      ? []
      : [
          fault(
            'invoking-steps',
            `${route} has ${invoking.length} steps that invoke agents.`,
            'Have exactly one step with the work `invoke`.',
          ),
        ]),
    ...(reading.length === 1 && before('read-skills', 'invoke')
      ? []
      : [
          fault(
            'skills-unread',
            `${route} does not read its skills before it invokes their agents.`,
            'Have one step with the work `read-skills` before that.',
          ),
        ]),
    ...(before('task-id', 'invoke')
      ? []
      : [
          fault(
            'task-unnamed',
            `${route} has no task id before it invokes agents.`,
            'Have a step with the work `task-id` before that.',
          ),
        ]),
    ...reading
      .filter(({ skills, gives }) => gives.every(({ name }) => name !== skills))
      .map(({ name }) =>
        fault(
          'skills-unnamed',
          `${name} of ${route} reads skills that no field of its output names.`,
          'Name the field in `skills`.',
        ),
      ),
  ]
}

const fault = (rule: string, message: string, remedy: string): Finding => ({ rule, message, remedy })
