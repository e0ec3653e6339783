/** The end of a reasoning session: a route, with why. */

import type { ReasoningInput } from './input.ts'
import { routing } from './places.ts'
import type { ReasoningStep } from './state.ts'

export function chosen(input: ReasoningInput, route: string, reasons: readonly string[]): ReasoningStep {
  const summary = `The route is ${route}. ${reasons[0] ?? ''}`.trim()
  return {
    state: { kind: 'over', input, route, reasons },
    effects: [
      {
        kind: 'end',
        outcome: 'completed',
        summary,
        reasons: [],
        result: { route, reasons: [...reasons], step: routing.number },
      },
    ],
  }
}

export function aborted(input: ReasoningInput, by: string): ReasoningStep {
  const reasons = [`${by} aborted it.`]
  return {
    state: { kind: 'over', input, route: null, reasons },
    effects: [{ kind: 'end', outcome: 'aborted', summary: reasons.join(' '), reasons: [], result: {} }],
  }
}
