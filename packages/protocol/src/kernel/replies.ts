/**
 * Replies already given, by idempotency key: layers of records, none smaller than the next.
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

/** So many layers of one size become one of the next: fewer would be copied more often, more looked through longer. */
const fan = 8

/** With a reply to a key that had none. */
export function withReply(replies: Replies, key: string, result: CallResult): Replies {
  let newest: Layer = { size: 1, entries: { [key]: result } }
  let below = replies.length
  while (below >= fan - 1 && replies[below - fan + 1]?.size === newest.size) {
    // Without a prototype `__proto__` is a name like any other, also to Object.assign, which is the quickest here.
    const entries: Record<string, CallResult> = Object.create(null)
    for (const layer of replies.slice(below - fan + 1, below)) Object.assign(entries, layer.entries)
    newest = { size: newest.size * fan, entries: Object.assign(entries, newest.entries) }
    below -= fan - 1
  }
  return [...replies.slice(0, below), newest]
}
