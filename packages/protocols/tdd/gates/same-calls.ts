/**
 * Held-out tests that give the source nothing else than the open tests do, however it is written: `95.0` for `95`, `10 + 10` for `20`.
 * What RED reads in the text (`held-out.ts`), the recorded calls of GREEN show for certain.
 */
import type { Recordings } from '@sigma/measuring'
import { type Finding, openOf } from '@sigma/protocol'

type Session = Recordings['sessions'][number]

export function sameCalls({ sessions, hidden }: Pick<Recordings, 'sessions' | 'hidden'>): readonly Finding[] {
  const open = new Set(sessions.flatMap(callsIn))
  return hidden.flatMap((session) => {
    const own = callsIn(session)
    return own.length > 0 && own.every((each) => each !== null && open.has(each)) ? [sameInputs(session.file)] : []
  })
}

/** Calls with arguments as text, whichever number their objects have; null: with something of which it is not known what it does. */
function callsIn({ events }: Session): readonly (string | null)[] {
  return events.flatMap((each) => {
    if (each.event !== 'called') return []
    if (each.what === undefined || each.given === undefined) return [null]
    if (each.given.length === 0) return []
    const [kind, ...names] = each.what
    if (each.given.some(isNoValue)) return [null]
    return [JSON.stringify([kind === 'on' ? names.slice(1) : names, withoutNumbers(each.given)])]
  })
}

function isNoValue(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const [kind]: readonly unknown[] = value
  return /^(callback|function|promise|steps|made|met)$/.test(String(kind)) || value.some(isNoValue)
}

/** `["plain", 7, …]`: the second is a number that the object has in its session. */
function withoutNumbers(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const [kind, number, ...rest]: readonly unknown[] = value
  return typeof kind === 'string' && typeof number === 'number'
    ? [kind, ...rest.map(withoutNumbers)]
    : value.map(withoutNumbers)
}

const sameInputs = (file: string): Finding => ({
  rule: 'held-same-inputs',
  message: `The tests that are held back beside ${openOf(file)} give the code nothing else than the tests there do, however it is written.`,
  remedy: 'Raise a test issue: the held-out tests have to give other values.',
})
