import type { IncomingMessage } from 'node:http'

/** Reads a body of UTF-8; null: it is longer than that, or no text. Fails when it breaks off. */
export async function bodyOf(incoming: IncomingMessage, mostBytes: number): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming) {
    const chunk = Buffer.from(part)
    bytes += chunk.byteLength
    if (bytes > mostBytes) return null
    parts.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    return null
  }
}
