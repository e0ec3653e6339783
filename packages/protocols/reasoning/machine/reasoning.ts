/**
 * Reasoning that fixes the route of a task: by the first rule that fits, else by an agent where one is to choose, else by the
 * route that is set for all others, else by a person. It guesses nothing, and keeps why it chose.
 *
 *     a rule fits, or a route is set ──▶ over
 *     an agent is to choose ──▶ choosing ──a route──▶ over
 *                                  │ no route named: asked again, a bounded number of times
 *     none ──▶ asking ◀────────────┘ (no route is set)
 *                 ├──a route, abort──▶ over
 *                 └──again, extend──▶ choosing
 */
import type { Decided, Event, Protocol } from '@sigma/protocol'
import { again, asked, extend } from './asking.ts'
import { aborted, chosen } from './choosing.ts'
import { type ReasoningInput, reasoningInputSchema } from './input.ts'
import { askRouter, routerAnswered, routerFailed } from './routing-by-agent.ts'
import type { ReasoningState, ReasoningStep } from './state.ts'

function start(input: ReasoningInput): ReasoningStep {
  const { otherwise, routes, router } = input
  const fitting = input.rules.flatMap((rule) => {
    const word = rule.words.find((each) => isIn(each, input.task))
    return word === undefined || !routes.includes(rule.route) ? [] : [{ ...rule, word }]
  })
  const [first] = fitting
  if (first !== undefined) {
    const others = fitting.filter(({ route }) => route !== first.route)
    return chosen(input, first.route, [
      `"${first.word}" stands in the task: ${first.why}`,
      ...others.map(({ word, route }) => `"${word}" stands in it, too, and a later rule leads to ${route}.`),
    ])
  }
  if (router !== null) return askRouter(input, router)
  if (otherwise !== null && routes.includes(otherwise))
    return chosen(input, otherwise, ['No rule fits, and this route is set for all other tasks.'])
  return asked(input, null)
}

/** As a word of its own, in any case of letters. */
function isIn(word: string, task: string): boolean {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(task)
}

function step(state: ReasoningState, event: Event): ReasoningStep {
  if (event.kind === 'called') {
    const reason = `A reasoning session takes no ${event.verb}.`
    return {
      state,
      effects: [{ kind: 'refuse', call: event.call, rule: 'unknown-verb', reason, remedy: 'sigma status' }],
    }
  }
  switch (state.kind) {
    case 'over':
      return { state, effects: [] }
    case 'choosing':
      if (event.kind === 'answered') return routerAnswered(state, event)
      if (event.kind === 'failed') return routerFailed(state, event)
      return { state, effects: [] }
    case 'asking':
      return event.kind === 'decided' ? decided(state, event) : { state, effects: [] }
  }
}

function decided(
  { input, undecided }: Extract<ReasoningState, { kind: 'asking' }>,
  { option, by }: Decided,
): ReasoningStep {
  const { routes, router } = input
  if (routes.includes(option))
    return chosen(input, option, [`${by} chose it, for no rule fits.`, ...(undecided === null ? [] : [undecided.why])])
  if (router !== null && (option === again || option === extend)) return askRouter(input, router)
  return aborted(input, by)
}

export const reasoning: Protocol<ReasoningInput, ReasoningState> = {
  name: 'reasoning',
  version: 1,
  input: reasoningInputSchema,
  start,
  step,
  calls: () => [],
  abstract: abstractOf,
  label: (state) => (state.kind === 'over' ? (state.route ?? 'aborted') : state.kind),
  invariants: [
    {
      name: 'a route that is fixed is one that there is',
      holds: (state) => state.kind !== 'over' || state.route === null || state.input.routes.includes(state.route),
    },
    {
      name: 'an agent chooses only where one is to, and only as often as it may',
      holds: ({ kind, ...state }) =>
        kind !== 'choosing' ||
        (state.input.router !== null && 'left' in state && state.left >= 1 && state.left <= state.input.router.tries),
    },
  ],
}

function abstractOf(state: ReasoningState): unknown {
  switch (state.kind) {
    case 'over':
      return [state.kind, state.route]
    case 'choosing':
      return [state.kind, state.left]
    case 'asking':
      return [state.kind, state.undecided?.spent ?? null]
  }
}
