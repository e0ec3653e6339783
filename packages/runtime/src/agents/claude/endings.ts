import type { PromptEnd } from '../adapter.ts'
import type { Message } from './messages.ts'

/** Statuses of a model that is not served now, whoever asks. */
const busy: ReadonlySet<number> = new Set([429, 502, 503, 504, 529])
/** Statuses that the set-up causes: key, rights, no such model, credit. */
const barred: ReadonlySet<number> = new Set([401, 402, 403, 404])
const setUp = /not logged in|\/login|invalid api key|credit balance|--model|access to/i

/**
 * How a prompt ended, by its result line: the exit status says less. `error`: what the last message of the model was, where
 * it was none. `resetsAt`: when a limit that was met ends, in milliseconds since 1970.
 */
export function endOf(
  result: Message<'result'>,
  error: string | null,
  resetsAt: number | null,
  now: number,
): PromptEnd {
  const message = (result.result ?? result.errors?.join('; ') ?? '') || result.subtype
  if (result.terminal_reason?.startsWith('aborted') === true) return { reason: 'cancelled' }
  if (/^error_max_/.test(result.subtype)) return { reason: 'exhausted', message: wordsOf(result.subtype, message) }
  if (!result.is_error) return { reason: 'done' }
  const status = result.api_error_status ?? null
  if ((status !== null && busy.has(status)) || error === 'rate_limit' || error === 'overloaded') {
    const retryAfterMs = resetsAt === null ? null : Math.max(0, resetsAt - now)
    return { reason: 'limited', message, retryAfterMs }
  }
  const isBarred =
    status === null
      ? error === 'authentication_failed' || error === 'billing_error' || setUp.test(message)
      : barred.has(status)
  return { reason: isBarred ? 'unusable' : 'failed', message }
}

const wordsOf = (subtype: string, message: string): string =>
  message === subtype ? subtype.replace(/^error_/, '').replaceAll('_', ' ') : message
