/** Where a text stops being JSON: of the messages that Node has for it only some say that. */

const parts =
  /(?<space>[ \t\r]+)|(?<line>\n)|(?<mark>[{}[\],:])|(?<text>"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\.)*")|(?<plain>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|(?<odd>.)/gsu

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

/** Line from 1, and what is wrong there. The text must not be JSON. */
export function tornAt(text: string): { readonly line: number; readonly why: string } {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let line = 1
  for (const { groups, 0: part } of text.matchAll(parts)) {
    if (groups?.['line'] !== undefined) line += 1
    if (groups?.['line'] !== undefined || groups?.['space'] !== undefined) continue
    const next = nextOf(expected, part, groups?.['text'] !== undefined, groups?.['odd'] !== undefined, open)
    if (next === null) return { line, why: `${shown(part)} cannot stand here.` }
    expected = next
  }
  return { line, why: 'it ends too early.' }
}

const shown = (part: string): string => JSON.stringify(part.slice(0, 20))

/** What may follow; null: the part cannot stand here. */
function nextOf(
  expected: Expected,
  part: string,
  isText: boolean,
  isOdd: boolean,
  open: ('{' | '[')[],
): Expected | null {
  if (isOdd) return null
  switch (part) {
    case '{':
    case '[':
      if (!expected.startsWith('value')) return null
      open.push(part)
      return part === '{' ? 'key or end' : 'value or end'
    case '}':
    case ']':
      if (!expected.endsWith('or end') || open.pop() !== (part === '}' ? '{' : '[')) return null
      return open.length === 0 ? 'nothing' : 'comma or end'
    case ',':
      if (expected !== 'comma or end') return null
      return open.at(-1) === '{' ? 'key' : 'value'
    case ':':
      return expected === 'colon' ? 'value' : null
    default:
      if (expected.startsWith('key')) return isText ? 'colon' : null
      if (!expected.startsWith('value')) return null
      return open.length === 0 ? 'nothing' : 'comma or end'
  }
}
