/**
 * Replies already given, by idempotency key: a list while there are few, else sixteen parts by four bits of the key's
 * hash, each a list or parts in turn. Adding one copies a short way down, however many there are; a run may take calls
 * by the thousand. Keys of one hash, which somebody may choose, end in one list: slower, and right.
 */
import type { Json } from '../json.ts'

export type CallResult =
  | { readonly kind: 'replied'; readonly data: Json }
  | { readonly kind: 'refused'; readonly rule: string; readonly reason: string; readonly remedy: string }

export type Replies = readonly Given[] | Parted

type Given = readonly [key: string, result: CallResult]

interface Parted {
  readonly parts: readonly Replies[]
}

export const noReplies: Replies = []

/** Replies in a list before the list is parted; each that is looked at lies somewhere else in memory. */
const most = 4
/** Sixteen parts, by four of a hash's 32 bits. */
const [width, bits, deepest] = [16, 4, 8]

export function replyTo(replies: Replies, key: string): CallResult | undefined {
  let at = replies
  for (let rest = hashOf(key); 'parts' in at; rest >>>= bits) at = at.parts[rest % width] ?? noReplies
  for (const given of at) if (given[0] === key) return given[1]
  return undefined
}

/** With a reply to a key that had none. */
export function withReply(replies: Replies, key: string, result: CallResult): Replies {
  return added(replies, [key, result], hashOf(key), 0)
}

/** `rest`: what the way down has left of the hash. */
function added(replies: Replies, given: Given, rest: number, depth: number): Replies {
  if ('parts' in replies) {
    const parts = [...replies.parts]
    parts[rest % width] = added(parts[rest % width] ?? noReplies, given, rest >>> bits, depth + 1)
    return { parts }
  }
  if (replies.length < most || depth === deepest) return [...replies, given]
  let parted: Replies = { parts: Array.from({ length: width }, () => noReplies) }
  for (const each of [...replies, given]) parted = added(parted, each, hashOf(each[0]) >>> (bits * depth), depth)
  return parted
}

/** FNV-1a over UTF-16. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
