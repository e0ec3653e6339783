/** Recorded calls in another order: each history as it was, the last history first, and each by itself. */
import type { CallEvent, Session } from './account.ts'

export interface OtherOrder extends Session {
  /** The events of each history, the last history first. */
  readonly histories: readonly (readonly CallEvent[])[]
}

export function inOtherOrder({ file, events }: Session): OtherOrder {
  const histories = historiesOf(events).toReversed()
  return { file, events: histories.flat(), histories }
}

/** Calls belong to one history when one is made on, or with, what another gave or was given. */
function historiesOf(events: readonly CallEvent[]): readonly (readonly CallEvent[])[] {
  const parents = new Map<number, number>()
  const find = (at: number): number => {
    const parent = parents.get(at) ?? at
    return parent === at ? at : find(parent)
  }
  const owners = new Map<number, number>()
  const own = (at: number, values: readonly unknown[]): void => {
    for (const number of values.flatMap(numbersIn)) {
      const owner = owners.get(number)
      if (owner === undefined) owners.set(number, at)
      else parents.set(find(at), find(owner))
    }
  }
  // What a callback is asked belongs to whichever call it was handed to.
  const callOf = (each: CallEvent): number | null => {
    if ('at' in each && each.at > 0) return each.at
    const number = 'number' in each ? each.number : undefined
    return number === undefined ? null : (owners.get(number) ?? null)
  }
  const placed: { readonly at: number; readonly each: CallEvent }[] = []
  for (const each of events) {
    const at = callOf(each)
    if (at === null) continue
    placed.push({ at, each })
    if (each.event === 'called') own(at, [each.what, ...(each.given ?? [])])
    else if (each.event === 'asked') own(at, [each.value, ...each.asked])
    else if ('value' in each) own(at, [each.value])
  }
  return [...Map.groupBy(placed, ({ at }) => find(at)).values()].map((group) => group.map(({ each }) => each))
}

const numbered = /^(met|made|function|callback|promise|steps|plain|list|error|map|set|date|pattern|numbers|address)$/

/** Numbers of the objects in a written value, or in what is called. */
function numbersIn(value: unknown): readonly number[] {
  if (!Array.isArray(value)) return []
  const [kind, number, ...rest]: readonly unknown[] = value
  const isCalled = kind === 'on' || kind === 'function'
  const isNumbered = typeof kind === 'string' && (isCalled || numbered.test(kind)) && typeof number === 'number'
  return [...(isNumbered ? [number] : numbersIn(number)), ...numbersIn(kind), ...rest.flatMap(numbersIn)]
}
