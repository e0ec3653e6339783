const lineFeed = 10

/** Cuts a stream of bytes into lines, and holds no more of an unfinished one than it may become. */
export function linesOfAtMost(limit: () => number) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let parts: Uint8Array[] = []
  let held = 0

  function decoded(last: Uint8Array): string | null {
    try {
      const text = decoder.decode(Buffer.concat([...parts, last]))
      parts = []
      held = 0
      return text
    } catch {
      return null
    }
  }

  return {
    /** Bytes of the line that has begun and has not ended. */
    get held() {
      return held
    },
    /** Gives the lines that are whole now; null: one is longer than allowed, or is no UTF-8. */
    take: (chunk: Uint8Array): readonly string[] | null => {
      const lines: string[] = []
      let rest = chunk
      for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
        if (held + end > limit()) return null
        const line = decoded(rest.subarray(0, end))
        if (line === null) return null
        lines.push(line)
        rest = rest.subarray(end + 1)
      }
      if (held + rest.length > limit()) return null
      if (rest.length > 0) {
        parts.push(rest)
        held += rest.length
      }
      return lines
    },
  }
}
