/** What all messages about a specialist have in common. */
import type { ValidationInput } from '../input.ts'
import type { Entry } from '../records/record.ts'
import type { Specialist } from '../state.ts'

interface About {
  readonly issue: number
  readonly specialist: string
  readonly iteration: number
  readonly max: number
}

/** As many as have begun and may still begin. */
export const maxOf = ({ iteration, left }: Pick<Specialist, 'iteration' | 'left'>): number => iteration + left

export const aboutOf = ({ issue }: ValidationInput, one: Specialist): About => ({
  issue: issue.number,
  specialist: one.name,
  iteration: one.iteration,
  max: maxOf(one),
})

/** The status is the same before and after: a change of it is a message of its own. */
export function entryOf(one: Specialist, words: Pick<Entry, 'sender' | 'recipient' | 'what' | 'summary'>): Entry {
  const { name, iteration, status } = one
  return { specialist: name, iteration, max: maxOf(one), before: status, after: status, ...words }
}

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
