/** What a person is asked where no route was chosen. */
import { type Consult, extendOption, type Option } from '@sigma/protocol'
import type { ReasoningInput } from './input.ts'
import { routingAt } from './places.ts'
import type { ReasoningStep, Undecided } from './state.ts'

/** Options that have the agent asked anew. */
export const again = 'again'
export const extend = 'extend'

export function asked(input: ReasoningInput, undecided: Undecided | null): ReasoningStep {
  const consult: Consult = {
    kind: 'consult',
    id: 'route',
    at: routingAt({ part: 'decision' }),
    question: `${undecided?.why ?? 'No rule says which route the task takes.'} Which one?`,
    options: [
      ...input.routes.map((route) => ({ name: route, consequence: consequenceOf(route), input: null })),
      ...moreOf(undecided),
      { name: 'abort', consequence: 'Nothing is done of the task.', input: null },
    ],
    fallback: 'abort',
    expiryMs: input.decisionMs,
    status: undecided?.spent === true ? 'escalated' : 'waiting',
    reasons: undecided?.reasons ?? [],
  }
  return { state: { kind: 'asking', input, undecided }, effects: [consult] }
}

const consequenceOf = (route: string): string =>
  route === direct ? 'The task is done without a protocol.' : `The task takes the route ${route}.`

/** The route of a task that takes none of the protocols (EXE-08). */
export const direct = 'direct'

function moreOf(undecided: Undecided | null): readonly Option[] {
  if (undecided === null) return []
  if (undecided.spent) return [extendOption(undecided.reasons)]
  return [{ name: again, consequence: 'The router is asked again.', input: null }]
}
