/**
 * Replies already given, by idempotency key: layers of records, each larger than the next.
 * Adding one copies few on average, however many there are; a run may take calls by the thousand.
 */
import { entry } from './entries.ts'
import type { CallResult } from './kernel.ts'

export interface Layer {
  readonly size: number
  readonly entries: Readonly<Record<string, CallResult>>
}

/** Oldest first. */
export type Replies = readonly Layer[]

export const noReplies: Replies = []

export function replyTo(replies: Replies, key: string): CallResult | undefined {
  for (let at = replies.length - 1; at >= 0; at -= 1) {
    const found = entry(replies[at]?.entries ?? {}, key)
    if (found !== undefined) return found
  }
  return undefined
}

/** With a reply to a key that had none. */
export function withReply(replies: Replies, key: string, result: CallResult): Replies {
  let newest: Layer = { size: 1, entries: { [key]: result } }
  let below = replies.length
  for (let older = replies[below - 1]; older !== undefined && older.size <= newest.size; older = replies[below - 1]) {
    newest = { size: older.size + newest.size, entries: { ...older.entries, ...newest.entries } }
    below -= 1
  }
  return [...replies.slice(0, below), newest]
}
