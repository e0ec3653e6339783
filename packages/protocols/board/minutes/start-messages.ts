/** What of a phase's messages a role agent starts with: as many as fit, the newest, and what was cut is said (ROOM-153). */
import { messageLines } from './chat.ts'
import type { Message, PhaseMinutes } from './minutes.ts'

/** Bytes in UTF-8, unless the caller says otherwise. */
export const mostStartBytes: number = 32 * 1024

export interface StartMessages {
  /** Oldest first. */
  readonly messages: readonly Message[]
  /** How many older ones were cut. */
  readonly cut: number
  readonly text: string
}

/** The newest message stands there however long it is: it alone says what is being talked about. */
export function startMessages({ id, messages }: PhaseMinutes, mostBytes: number = mostStartBytes): StartMessages {
  const kept: (readonly string[])[] = []
  let bytes = 0
  for (const message of backwards(messages)) {
    const lines = messageLines(message)
    bytes += Buffer.byteLength(`${lines.join('\n')}\n`)
    if (kept.length > 0 && bytes > mostBytes) break
    kept.push(lines)
  }
  const cut = messages.length - kept.length
  const said = `${cut} earlier ${cut === 1 ? 'message was' : 'messages were'} cut; \`pm chat --phase ${id}\` prints all.`
  return {
    messages: messages.slice(cut),
    cut,
    text: [...(cut === 0 ? [] : [said]), ...kept.toReversed().flat()].join('\n'),
  }
}

function* backwards<Item>(items: readonly Item[]): Generator<Item> {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at]
    if (item !== undefined) yield item
  }
}
