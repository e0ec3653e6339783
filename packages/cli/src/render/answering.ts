/** What every question tells beside its options: who may answer it, until when, and what is taken then. In the same words wherever it is shown. */
import type { Decision } from '@sigma/engine'
import { printableLine } from '../printable.ts'
import { formatDuration } from './duration-text.ts'

export interface Answering {
  /** In a few words. */
  readonly who: string
  /** ISO 8601, UTC; null: it is waited for without end. */
  readonly until: string | null
  /** The option that loses least, which is taken when nobody answered until then; null: none is. */
  readonly otherwise: { readonly option: string; readonly consequence: string } | null
}

/** Sigma refuses decisions from processes that it started (`isAgents`), and agents in a sandbox cannot reach it. */
const who = 'any person who works on this project here, and no agent'

type Asked = Pick<Decision, 'expiresAt'> & { readonly consult: Pick<Decision['consult'], 'fallback' | 'options'> }

export function answeringOf({ consult: { fallback, options }, expiresAt }: Asked): Answering {
  if (expiresAt === null) return { who, until: null, otherwise: null }
  const consequence = options.find(({ name }) => name === fallback)?.consequence ?? ''
  return { who, until: expiresAt, otherwise: { option: fallback, consequence: printableLine(consequence) } }
}

/** `now`: null where the text is read later than it is written. */
export function answeringLines(answering: Answering, now: number | null): readonly string[] {
  return [`who answers: ${answering.who}`, `until: ${untilText(answering, now)}`]
}

function untilText({ until, otherwise }: Answering, now: number | null): string {
  if (until === null || otherwise === null) return 'somebody does; no option is taken by itself'
  const [date = '', time = ''] = until.split('T')
  const left = now === null ? null : Date.parse(until) - now
  const isOver = left !== null && left <= 0
  const when = left === null ? '' : isOver ? ', which is over' : `, in ${formatDuration(left)}`
  return `${date} ${time.slice(0, 5)} UTC${when}; then the safe default "${printableLine(otherwise.option)}" is taken`
}
