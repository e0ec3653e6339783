/** Ids and the random part of names, derived from the nonce of the event that needs them: the same event makes the same ids. */

/** `length` letters and digits that look random; `salt` tells apart what one event makes. */
export function derived(nonce: string, salt: string, length: number): string {
  let text = ''
  for (let part = 0; text.length < length; part += 1) text += hashOf(`${nonce}/${salt}/${part}`).toString(36).slice(-5)
  return text.slice(0, length)
}

/** The first of them that is free. */
export function freeId(nonce: string, prefix: 'tk' | 'ph', isTaken: (id: string) => boolean): string {
  for (let turn = 0; ; turn += 1) {
    const id = `${prefix}-${derived(nonce, `${prefix}${turn}`, 6)}`
    if (!isTaken(id)) return id
  }
}

/** Unique as its phase is: no phase has as many messages as two digits count. `number` from 1. */
export function messageId(phase: string, number: number): string {
  return `ms-${phase.slice(3)}${number.toString(36).padStart(2, '0')}`
}

/** Two rounds of FNV-1a over UTF-16, mixed; below 2^32 and above 36^5. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) + 36 ** 6
}
