/** What a file of a memory bank says, line by line, without what it only shows: code between fences or backticks. */

export interface ProseLine {
  /** From 1. */
  readonly line: number
  readonly text: string
}

/** A fence that nothing closes is none. */
export function proseOf(text: string): readonly ProseLine[] {
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/u)
  const prose: ProseLine[] = []
  const unclosed = new Set<string>()
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? ''
    const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(row)?.[1]
    const closing = fence === undefined || unclosed.has(fence) ? -1 : closingOf(rows, at + 1, fence)
    if (fence !== undefined && closing < 0) unclosed.add(fence)
    if (closing >= 0) at = closing
    else prose.push({ line: at + 1, text: row })
  }
  return prose
}

/** The same line with blanks in the place of its code, so that columns stay. */
export function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  let written = ''
  let end = 0
  // What is looked for in vain is not looked for again.
  const unclosed = new Set<number>()
  for (const [at, { length, index }] of runs.entries()) {
    if (index < end || unclosed.has(length)) continue
    let closing = at + 1
    while (closing < runs.length && runs[closing]?.length !== length) closing += 1
    const close = runs[closing]
    if (close === undefined) unclosed.add(length)
    if (close === undefined) continue
    const after = close.index + length
    written += line.slice(end, index) + ' '.repeat(after - index)
    end = after
  }
  return written + line.slice(end)
}

function closingOf(rows: readonly string[], from: number, fence: string): number {
  const close = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*$`)
  for (let at = from; at < rows.length; at += 1) if (close.test(rows[at] ?? '')) return at
  return -1
}
