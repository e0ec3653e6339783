/** Where each step leads: to the next one, by a field of its output, by a person's decision, or back a number of times. */
import type { JsonObject } from '@sigma/protocol'
import { completed, type Definition, type StepRow, stepOf, type Target } from './definition.ts'

/** One way on from a step. */
export interface Way {
  /** The value or the option that it is taken for; null: whatever the output is. */
  readonly when: string | null
  readonly to: string
  /** How often it may be taken in a session; null: it leads on, and needs no number. */
  readonly times: number | null
  /** Where it leads when it was taken that often; null: a person is asked. */
  readonly after: string | null
  /** Where it stands in the step's row. */
  readonly at: readonly (string | number)[]
}

export function waysFrom({ steps }: Pick<Definition, 'steps'>, step: StepRow): readonly Way[] {
  const { branch, decision, next, number } = step
  if (decision !== undefined)
    return decision.options.map((option, index) =>
      wayOf(option.next, option.name, ['decision', 'options', index, 'next']),
    )
  if (branch !== undefined)
    return Object.entries(branch.to).map(([value, target]) => wayOf(target, value, ['branch', 'to', value]))
  const following = stepOf({ steps }, number + 1)?.name ?? completed
  return [wayOf(next ?? following, null, next === undefined ? [] : ['next'])]
}

const wayOf = (target: Target, when: string | null, at: Way['at']): Way =>
  typeof target === 'string'
    ? { when, to: target, times: null, after: null, at }
    : { when, to: target.to, times: target.times, after: target.after ?? null, at }

/** Number of a state as a session counts; one more than the last step: all are completed. Null: no such state. */
export function numberOf({ steps }: Pick<Definition, 'steps'>, state: string): number | null {
  if (state === completed) return steps.length + 1
  return steps.find(({ name }) => name === state)?.number ?? null
}

/** How often each way back was taken, by `wayName`. */
export type Turns = Readonly<Record<string, number>>

export const wayName = ({ name }: Pick<StepRow, 'name'>, { when }: Pick<Way, 'when'>): string =>
  when === null ? name : `${name} ${when}`

/** What a person chose in a step, in its output. */
export const chosen = 'decision'

/** The way that the output takes. */
export function wayTaken(definition: Definition, step: StepRow, output: JsonObject): Way | null {
  const ways = waysFrom(definition, step)
  if (step.decision === undefined && step.branch === undefined) return ways[0] ?? null
  const said = output[step.decision === undefined ? (step.branch?.on ?? '') : chosen]
  return ways.find(({ when }) => when === String(said)) ?? null
}
