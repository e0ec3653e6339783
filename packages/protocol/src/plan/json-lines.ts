/**
 * Finds the lines of values in JSON text that is known to be valid, so that a fault in a plan can name its line.
 * Paths are as in JSON pointers, e.g. `/cycles/0/id`; a missing value has the line of what should hold it.
 */
export function jsonLines(text: string): (path: readonly PropertyKey[]) => number {
  const offsets = new Map<string, number>()
  walk(text, 0, '', offsets)
  return (path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const offset = offsets.get(
        path
          .slice(0, length)
          .map((key) => `/${String(key)}`)
          .join(''),
      )
      if (offset !== undefined) return text.slice(0, offset).split('\n').length
    }
    return 1
  }
}

const token = /\s*([{}[\],:]|"(?:\\.|[^"\\])*"|[^\s{}[\],:"]+)/y

interface Token {
  readonly text: string
  readonly at: number
  readonly end: number
}

/** Records the value at `from` and all in it; gives the offset after it. */
function walk(text: string, from: number, path: string, offsets: Map<string, number>): number {
  const first = next(text, from)
  if (first === null) return text.length
  offsets.set(path, first.at)
  if (first.text !== '{' && first.text !== '[') return first.end
  let at = first.end
  for (let index = 0; ; index += 1) {
    const item = next(text, at)
    if (item === null) return text.length
    if (item.text === '}' || item.text === ']') return item.end
    if (item.text === ',') {
      at = item.end
      index -= 1
      continue
    }
    const value = first.text === '{' ? (next(text, item.end)?.end ?? text.length) : at
    const key = first.text === '{' ? item.text.slice(1, -1) : String(index)
    at = walk(text, value, `${path}/${key}`, offsets)
  }
}

function next(text: string, from: number): Token | null {
  token.lastIndex = from
  const match = token.exec(text)
  if (match === null) return null
  const [whole, inner = ''] = match
  return { text: inner, at: from + whole.length - inner.length, end: from + whole.length }
}
