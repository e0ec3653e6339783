/** Ways of a definition that lead nowhere, back without a bound, or past a step (EXE-78, EXE-80). */
import { completed, type Definition, type StepRow } from './definition.ts'
import type { DefinitionFault } from './fault.ts'
import { numberOf, type Way, waysFrom } from './ways.ts'

export function wayFaults(definition: Definition): readonly DefinitionFault[] {
  const { steps } = definition
  const faults = steps.flatMap((step, at) => [
    ...kindFaults(definition.route, step, at),
    ...waysFrom(definition, step).flatMap((way) => oneWayFaults(definition, step, at, way)),
  ])
  if (faults.length > 0) return faults
  return [...unreachable(definition), ...deadEnds(definition)]
}

/** A step leads on in one manner. */
function kindFaults(route: string, { name, ...step }: StepRow, at: number): readonly DefinitionFault[] {
  const kinds = (['next', 'branch', 'decision'] as const).filter((kind) => step[kind] !== undefined)
  const [first = 'next', second] = kinds
  if (second === undefined) return []
  return [
    fault(
      ['steps', at, second],
      'two-ways',
      `${name} of ${route} says both by "${first}" and by "${second}" where it leads.`,
      `Leave one of them out.`,
    ),
  ]
}

function oneWayFaults(definition: Definition, step: StepRow, at: number, way: Way): readonly DefinitionFault[] {
  const { route } = definition
  const from = `${route} leads from ${step.name}`
  const place = ['steps', at, ...way.at]
  const known = [...definition.steps.slice(at + 1).map(({ name }) => name), completed].slice(0, 4).join(', ')
  const unknown = [way.to, way.after].find((state) => state !== null && numberOf(definition, state) === null)
  if (unknown !== undefined && unknown !== null)
    return [
      fault(
        place,
        'unknown-transition',
        `${from} to ${unknown}, which it does not have.`,
        `Lead to a step of it, e.g. ${known}.`,
      ),
    ]
  const to = numberOf(definition, way.to) ?? 0
  if (to === step.number)
    return [
      fault(
        place,
        'loop-to-itself',
        `${from} to itself, so that its command would be both what was done and what is due.`,
        'Have two steps take turns.',
      ),
    ]
  if (to < step.number && way.times === null)
    return [
      fault(
        place,
        'unbounded-loop',
        `${from} back to ${way.to} without a number of times.`,
        `Write { "to": "${way.to}", "times": 3 }.`,
      ),
    ]
  if (to > step.number && way.times !== null)
    return [
      fault(place, 'no-loop', `${from} on to ${way.to}, which is no loop and has no "times".`, `Write "${way.to}".`),
    ]
  if (way.after !== null && (numberOf(definition, way.after) ?? 0) <= step.number)
    return [
      fault(
        place,
        'loop-without-end',
        `${from}, where its loop was taken as often as it may be, to ${way.after}, which does not lie ahead.`,
        `Lead to a later step in "after", e.g. ${known}.`,
      ),
    ]
  return []
}

const reached = (definition: Definition, step: StepRow): readonly number[] =>
  waysFrom(definition, step).flatMap(({ to, after }) =>
    [to, after].flatMap((state) => (state === null ? [] : (numberOf(definition, state) ?? []))),
  )

/** Numbers of steps to which there is a way from the first, without going through the step that is `left` out. */
export function reachable(definition: Definition, left: number | null = null): ReadonlySet<number> {
  const found = new Set<number>()
  const open = [1]
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (number === left || found.has(number)) continue
    found.add(number)
    const step = definition.steps[number - 1]
    if (step !== undefined) open.push(...reached(definition, step))
  }
  return found
}

function unreachable(definition: Definition): readonly DefinitionFault[] {
  const found = reachable(definition)
  return definition.steps.flatMap(({ number, name }, at) =>
    found.has(number)
      ? []
      : [
          fault(
            ['steps', at],
            'step-unreachable',
            `No way of ${definition.route} leads to step ${number} (${name}).`,
            'Have an earlier step lead to it, or leave it out.',
          ),
        ],
  )
}

function deadEnds(definition: Definition): readonly DefinitionFault[] {
  const { steps, route } = definition
  const ends = new Set([steps.length + 1])
  for (let grown = -1; grown !== ends.size; ) {
    grown = ends.size
    for (const step of steps) if (reached(definition, step).some((number) => ends.has(number))) ends.add(step.number)
  }
  return steps.flatMap(({ number, name }, at) =>
    ends.has(number)
      ? []
      : [
          fault(
            ['steps', at],
            'dead-end',
            `From step ${number} (${name}) no way of ${route} leads to its end.`,
            `Have it lead on, e.g. by "after" to ${completed}.`,
          ),
        ],
  )
}

const fault = (at: DefinitionFault['at'], rule: string, message: string, remedy: string): DefinitionFault => ({
  at,
  rule,
  message,
  remedy,
})
