/**
 * Keeps the first and the last part of a byte stream, each up to half of a limit, and counts what lies between.
 * Joining never makes a line end that was not there, so the end of one huge line is not taken for a line of its own.
 */
export interface BoundedOutput {
  add(chunk: Buffer): void
  readonly truncated: boolean
  bytes(): Buffer
  text(): string
}

export function createBoundedOutput(maxBytes: number): BoundedOutput {
  const headRoom = Math.floor(maxBytes / 2)
  const tailRoom = maxBytes - headRoom
  const head: Buffer[] = []
  let headSize = 0
  let tail: Buffer[] = []
  let tailSize = 0
  let dropped = 0

  const shorten = (): void => {
    // A chunk leaves the tail only when what follows fills the room by itself.
    let first = tail[0]
    while (first !== undefined && tailSize - first.length >= tailRoom) {
      tail.shift()
      tailSize -= first.length
      dropped += first.length
      first = tail[0]
    }
    if (tail.length > 1024) tail = [Buffer.concat(tail)]
  }
  const keptTail = (): { readonly bytes: Buffer; readonly dropped: number } => {
    const all = Buffer.concat(tail)
    const excess = Math.max(0, all.length - tailRoom)
    return { bytes: all.subarray(excess), dropped: dropped + excess }
  }

  return {
    add(chunk) {
      const free = headRoom - headSize
      if (free > 0) {
        const part = chunk.subarray(0, free)
        head.push(Buffer.from(part))
        headSize += part.length
      }
      const rest = chunk.subarray(Math.max(0, free))
      if (rest.length === 0) return
      tail.push(Buffer.from(rest.subarray(Math.max(0, rest.length - tailRoom))))
      tailSize += Math.min(rest.length, tailRoom)
      dropped += Math.max(0, rest.length - tailRoom)
      shorten()
    },
    get truncated() {
      return keptTail().dropped > 0
    },
    bytes() {
      return Buffer.concat([...head, keptTail().bytes])
    },
    text() {
      const end = keptTail()
      const decoder = new TextDecoder()
      if (end.dropped === 0) return decoder.decode(Buffer.concat([...head, end.bytes]))
      const start = decoder.decode(Buffer.concat(head))
      return `${start}[… ${end.dropped} bytes left out …]${decoder.decode(wholeCharacters(end.bytes))}`
    },
  }
}

/** Without the rest of a character whose beginning was dropped. */
function wholeCharacters(bytes: Buffer): Buffer {
  let start = 0
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1
  return bytes.subarray(start)
}
