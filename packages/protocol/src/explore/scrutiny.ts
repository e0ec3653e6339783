/** Faults of a single step, seen from outside: the protocol's side of its contract with the kernel. */
import { staysOpen } from '../closers.ts'
import type { Effect } from '../effect.ts'
import type { EventBody } from '../event.ts'
import type { Advance, Kernel } from '../kernel/kernel.ts'
import type { Fault } from './report.ts'

export type Blame = Pick<Fault, 'kind' | 'message'>

interface Book {
  readonly ids: Set<string>
  /** Workspaces with an open ask, by the ask's id. */
  readonly asked: Map<string, string>
  ended: boolean
}

/** Faults of the effects in the order in which the kernel carries them out. */
export function blameEffects<State>(
  before: Kernel<State> | null,
  event: EventBody,
  effects: readonly Effect[],
): readonly Blame[] {
  const book = bookOf(before, event)
  return effects.flatMap((effect) => {
    const blame = enter(book, effect)
    return blame === null ? [] : [blame]
  })
}

function bookOf<State>(before: Kernel<State> | null, event: EventBody): Book {
  const book: Book = { ids: new Set(), asked: new Map(), ended: false }
  for (const { effect } of Object.values(before?.open ?? {})) {
    if ('id' in event && event.id === effect.id) continue
    book.ids.add(effect.id)
    if (effect.kind === 'ask') book.asked.set(effect.id, effect.workspace)
  }
  return book
}

function enter(book: Book, effect: Effect): Blame | null {
  if (effect.kind === 'end') {
    if (book.ended) return { kind: 'after-end', message: 'The run ends twice in one step.' }
    book.ended = true
    return null
  }
  if (staysOpen(effect)) {
    if (book.ended) return { kind: 'after-end', message: `${effect.kind} ${effect.id} is opened after the end.` }
    if (book.ids.has(effect.id))
      return { kind: 'duplicate-id', message: `${effect.kind} ${effect.id} is open already.` }
    book.ids.add(effect.id)
    return enterOpen(book, effect)
  }
  if (effect.kind === 'stop' || effect.kind === 'clear-timer') {
    book.asked.delete(effect.id)
    if (book.ids.delete(effect.id)) return null
    return { kind: 'unknown-id', message: `${effect.kind} ${effect.id}, which is not open.` }
  }
  return null
}

function enterOpen(book: Book, effect: Effect): Blame | null {
  if (effect.kind === 'ask' || effect.kind === 'restore') {
    const busy = [...book.asked.values()].includes(effect.workspace)
    if (effect.kind === 'ask') book.asked.set(effect.id, effect.workspace)
    if (!busy) return null
    return {
      kind: 'busy-workspace',
      message: `${effect.kind} ${effect.id} on ${effect.workspace}, where an ask is open.`,
    }
  }
  if (effect.kind === 'consult' && effect.options.every(({ name }) => name !== effect.fallback)) {
    return { kind: 'bad-fallback', message: `The fallback of consult ${effect.id}, ${effect.fallback}, is no option.` }
  }
  return null
}

/** A refusal that names no waiting call, in answer to something that is no call: work is lost that way (rule 3). */
export function refusesAnswer<State>(before: Kernel<State>, event: EventBody, effects: readonly Effect[]): boolean {
  if (event.kind === 'called') return false
  return effects.some((effect) => effect.kind === 'refuse' && !Object.hasOwn(before.calls, effect.call))
}

/**
 * Nothing came of an answer: the state is the same to the explorer, and nothing was opened or closed besides. A timer
 * may do no more than tell somebody. A call must be answered, or remembered in the state.
 */
export function changesNothing<State>(
  before: Kernel<State>,
  event: EventBody,
  { kernel: after, effects }: Advance<State>,
  view: (state: State) => string,
): boolean {
  if (event.kind === 'called') {
    return Object.hasOwn(after.calls, event.call) && JSON.stringify(before.state) === JSON.stringify(after.state)
  }
  if (event.kind === 'elapsed' && effects.length > 0) return false
  const closed = 'id' in event ? event.id : ''
  const rest = Object.entries(before.open).filter(([id]) => id !== closed)
  if (rest.length !== Object.keys(after.open).length) return false
  if (rest.some(([id, open]) => after.open[id]?.attempt !== open.attempt)) return false
  return after.status === 'running' && view(before.state) === view(after.state)
}
