/** The headings of a design, as an answer may name them; lines in fenced code are none. */
export function sectionsOf(design: string): readonly string[] {
  const found = new Set<string>()
  let fence: string | null = null
  for (const line of design.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) fence = fence === null ? (mark[0] ?? null) : mark.startsWith(fence) ? null : fence
    const heading = fence === null ? /^ {0,3}#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1]?.trim() : undefined
    if (heading) found.add(heading.slice(0, 200))
  }
  return [...found].slice(0, 200)
}
