import type { Word } from '@sigma/engine'

/** Lines up cells under each other; the last column is left as long as it is. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length)
  }
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

export function indent(text: string, by: string = '  '): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n')
}

/** The first of them, and how many more there are. */
export const listed = (all: readonly string[], most: number): string =>
  `${all.slice(0, most).join(', ')}${all.length > most ? ` and ${all.length - most} more` : ''}`

/** Each once, with how often it is there. */
export function timesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return times
}

/** `1 test`, `2 tests`. */
export function counted(count: number, noun: string | Word): string {
  const { one, many } = typeof noun === 'string' ? { one: noun, many: `${noun}s` } : noun
  return `${count} ${count === 1 ? one : many}`
}
