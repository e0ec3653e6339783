/** What a person's decision about a turn that was late means for the next one of the same work. */
import { z } from 'zod'
import type { Ask, Consult } from '../effect.ts'
import type { Decided } from '../event.ts'
import type { Finding } from '../finding.ts'
import type { Draft } from './draft.ts'
import { entry, withEntry, without } from './entries.ts'
import type { Open } from './kernel.ts'
import { inUnit, namedAmountsSchema } from './named-amounts.ts'

/** Name of the finding that says that a turn took longer than its limit. */
export const lateRule = 'turn-limit'

export const isAboutLate = (reasons: readonly Finding[]): boolean => reasons.some(({ rule }) => rule === lateRule)

const decisionSchema = z.object({ more: namedAmountsSchema })

/** The next turn goes on in the session of the late one, and longer, where a person says so; else it begins afresh. */
export function decideLate<State>(draft: Draft<State>, { lateAsk }: Open, { option, input }: Decided): void {
  if (lateAsk === undefined) return
  if (option !== 'extend') {
    draft.sessions = without(draft.sessions, lateAsk)
    return
  }
  const minutes = decisionSchema.safeParse(input).data?.more.minutes
  draft.more = withEntry(draft.more, lateAsk, minutes === undefined ? null : inUnit('milliseconds', minutes))
}

/** How much longer than its limit the turn may take that is asked for now. */
export function takeMore<State>(draft: Draft<State>, { id, limitMs }: Ask): Pick<Open, 'moreMs'> {
  const more = entry(draft.more, id)
  if (more === undefined) return {}
  draft.more = without(draft.more, id)
  return { moreMs: more ?? limitMs }
}

/** The question that a late turn came to knows which turn it is about. */
export function lateOf<State>({ lateAsk }: Draft<State>, { reasons }: Consult): Pick<Open, 'lateAsk'> {
  return lateAsk !== null && isAboutLate(reasons) ? { lateAsk } : {}
}
