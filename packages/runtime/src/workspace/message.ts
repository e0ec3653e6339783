/** A commit's message with trailers; each trailer is one line, whatever its value holds. */
export function messageWith(message: string, trailers: Readonly<Record<string, string>>): string {
  const body = message.replace(/\0/g, '').trim()
  const lines = Object.entries(trailers).map(
    ([name, value]) => `${name}: ${value.replace(/[\p{Cc}\s]+/gu, ' ').trim()}`,
  )
  return lines.length === 0 ? `${body}\n` : `${body}\n\n${lines.join('\n')}\n`
}
