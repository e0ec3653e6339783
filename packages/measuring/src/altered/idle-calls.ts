/** Calls that answer nothing: what tests ask of them is what they do. */
import type { Session } from '../replay/account.ts'

/** What comes in place of the answer, by the name that `runners/altering.cjs` has for the call. */
export type IdleCalls = Readonly<Record<string, 'undefined' | 'promise'>>

/** Functions and methods of which no recorded call answered anything. */
export function idleCalls(sessions: readonly Session[]): IdleCalls {
  const answers = new Map<string, Set<'undefined' | 'promise' | 'something'>>()
  for (const { events } of sessions) {
    const settled = new Map(events.flatMap((each) => (each.event === 'settled' ? [[each.at, each] as const] : [])))
    const answered = new Map(events.flatMap((each) => (each.event === 'answered' ? [[each.at, each] as const] : [])))
    for (const each of events) {
      if (each.event !== 'called' || each.what === undefined) continue
      const kind = kindOf(answered.get(each.at)?.value)
      const late = settled.get(each.at)
      const isEmpty = late !== undefined && late.fails !== true && kindOf(late.value) === 'undefined'
      const found =
        kind === 'promise' ? (isEmpty ? 'promise' : 'something') : kind === 'undefined' ? 'undefined' : 'something'
      const key = keyOf(each.what)
      answers.set(key, (answers.get(key) ?? new Set()).add(found))
    }
  }
  return Object.fromEntries(
    [...answers].flatMap(([key, kinds]) => {
      const [only] = kinds
      return kinds.size === 1 && (only === 'undefined' || only === 'promise') ? [[key, only] as const] : []
    }),
  )
}

const kindOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : null)

/** As `keyOf` of `runners/altering.cjs`. */
const keyOf = (what: readonly unknown[]): string => (what[0] === 'on' ? `on ${String(what[2])}` : what.join(' '))
