/** Where each value of a JSON text stands. */

/** From the whole down, e.g. `steps`, 2, `next`. */
export type JsonPath = readonly PropertyKey[]

export interface JsonLines {
  /** Line from 1; of the nearest value around it where the path leads to none. */
  lineOf(path: JsonPath): number
  /** Keys that an object says twice, of which only the last would count. */
  readonly twice: readonly { readonly key: string; readonly line: number }[]
}

interface Frame {
  readonly path: JsonPath
  /** Null: a list. */
  readonly keys: Set<string> | null
  index: number
  key: string | null
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+|\n/g

const nameOf = (path: JsonPath): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The text must be JSON. */
export function jsonLines(text: string): JsonLines {
  const lines = new Map<string, number>()
  const twice: { key: string; line: number }[] = []
  const frames: Frame[] = []
  let line = 1
  const placeOf = (frame: Frame | undefined): JsonPath =>
    frame === undefined ? [] : [...frame.path, frame.keys === null ? frame.index : (frame.key ?? '')]
  for (const [part] of text.matchAll(token)) {
    const frame = frames.at(-1)
    if (part === '\n') line += 1
    else if (part === ',') {
      if (frame !== undefined) Object.assign(frame, { index: frame.index + 1, key: null })
    } else if (part === '}' || part === ']') frames.pop()
    else if (part === ':') continue
    else if (frame !== undefined && frame.keys !== null && frame.key === null) {
      frame.key = String(JSON.parse(part))
      if (frame.keys.has(frame.key)) twice.push({ key: frame.key, line })
      frame.keys.add(frame.key)
      lines.set(nameOf(placeOf(frame)), line)
    } else {
      const path = placeOf(frame)
      const name = nameOf(path)
      if (!lines.has(name)) lines.set(name, line)
      if (part === '{' || part === '[')
        frames.push({ path, keys: part === '{' ? new Set() : null, index: 0, key: null })
    }
  }
  const lineOf = (path: JsonPath): number =>
    lines.get(nameOf(path)) ?? (path.length === 0 ? 1 : lineOf(path.slice(0, -1)))
  return { lineOf, twice }
}
