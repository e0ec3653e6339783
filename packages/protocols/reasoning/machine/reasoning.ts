/**
 * Reasoning that fixes the route of a task: by the first rule that fits, else by the route that is set for all others, else by
 * a person. It guesses nothing, and keeps why it chose.
 *
 *     a rule fits, or a route is set ──▶ over
 *     none ──▶ asking ──a route, abort──▶ over
 */
import type { Decided, End, Event, Finding, Protocol, Step } from '@sigma/protocol'
import { z } from 'zod'

const text = z.string().min(1)

export const reasoningInputSchema = z.object({
  task: text,
  /** The first that fits decides. */
  rules: z.array(z.object({ words: z.array(text).min(1), route: text, why: text })).readonly(),
  /** Where no rule fits; null: a person is asked. */
  otherwise: text.nullable(),
  /** That there are; no other is chosen. */
  routes: z.array(text).min(1).readonly(),
  decisionMs: z.int().min(1),
})
export type ReasoningInput = Readonly<z.infer<typeof reasoningInputSchema>>

/** `by`: who fixed the route; null of a session that was aborted. */
export type ReasoningState =
  | { readonly kind: 'asking'; readonly input: ReasoningInput }
  | {
      readonly kind: 'over'
      readonly input: ReasoningInput
      readonly route: string | null
      readonly reasons: readonly string[]
    }

type ReasoningStep = Step<ReasoningState>

function start(input: ReasoningInput): ReasoningStep {
  const fitting = input.rules.flatMap((rule) => {
    const word = rule.words.find((each) => isIn(each, input.task))
    return word === undefined || !input.routes.includes(rule.route) ? [] : [{ ...rule, word }]
  })
  const [first] = fitting
  if (first !== undefined) {
    const others = fitting.filter(({ route }) => route !== first.route)
    return chosen(input, first.route, [
      `"${first.word}" stands in the task: ${first.why}`,
      ...others.map(({ word, route }) => `"${word}" stands in it, too, and a later rule leads to ${route}.`),
    ])
  }
  const { otherwise, routes } = input
  if (otherwise !== null && routes.includes(otherwise))
    return chosen(input, otherwise, ['No rule fits, and this route is set for all other tasks.'])
  return ask(input)
}

/** As a word of its own, in any case of letters. */
function isIn(word: string, task: string): boolean {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(task)
}

function chosen(input: ReasoningInput, route: string, reasons: readonly string[]): ReasoningStep {
  const summary = `The route is ${route}. ${reasons[0] ?? ''}`.trim()
  const told: readonly Finding[] = []
  const end: End = {
    kind: 'end',
    outcome: 'completed',
    summary,
    reasons: told,
    result: { route, reasons: [...reasons] },
  }
  return { state: { kind: 'over', input, route, reasons }, effects: [end] }
}

function ask(input: ReasoningInput): ReasoningStep {
  return {
    state: { kind: 'asking', input },
    effects: [
      {
        kind: 'consult',
        id: 'route',
        at: { step: 'route', part: 'decision' },
        question: 'No rule says which route the task takes. Which one?',
        options: [
          ...input.routes.map((route) => ({
            name: route,
            consequence: `The task takes the route ${route}.`,
            input: null,
          })),
          { name: 'abort', consequence: 'Nothing is done of the task.', input: null },
        ],
        fallback: 'abort',
        expiryMs: input.decisionMs,
        status: 'waiting',
        reasons: [],
      },
    ],
  }
}

function decided(input: ReasoningInput, { option, by }: Decided): ReasoningStep {
  if (input.routes.includes(option)) return chosen(input, option, [`${by} chose it, for no rule fits.`])
  const reasons = [`${by} aborted it.`]
  return {
    state: { kind: 'over', input, route: null, reasons },
    effects: [{ kind: 'end', outcome: 'aborted', summary: reasons.join(' '), reasons: [], result: {} }],
  }
}

function step(state: ReasoningState, event: Event): ReasoningStep {
  if (event.kind === 'called') {
    const reason = `A reasoning session takes no ${event.verb}.`
    return {
      state,
      effects: [{ kind: 'refuse', call: event.call, rule: 'unknown-verb', reason, remedy: 'sigma status' }],
    }
  }
  if (state.kind === 'over' || event.kind !== 'decided') return { state, effects: [] }
  return decided(state.input, event)
}

export const reasoning: Protocol<ReasoningInput, ReasoningState> = {
  name: 'reasoning',
  version: 1,
  input: reasoningInputSchema,
  start,
  step,
  calls: () => [],
  abstract: (state) => (state.kind === 'over' ? [state.kind, state.route] : [state.kind]),
  label: (state) => (state.kind === 'over' ? (state.route ?? 'aborted') : state.kind),
  invariants: [
    {
      name: 'a route that is fixed is one that there is',
      holds: (state) => state.kind === 'asking' || state.route === null || state.input.routes.includes(state.route),
    },
  ],
}
