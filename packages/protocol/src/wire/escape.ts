/**
 * Text inside `[…]` on one line: `\` escapes `\ , [ ] {`, `\n \r \t` are those characters, `\uXXXX` is any other
 * control character or outer white space. An unknown escape stands for itself, backslash included, so that paths and
 * patterns written by agents survive.
 */
const named: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])
const unnamed: ReadonlyMap<string, string> = new Map(
  [...named].map(([character, written]) => [written.slice(1), character]),
)

/** Writes text so that it stays on its line and within its brackets; `special` characters get a backslash. */
export function escapeText(text: string, special: string): string {
  let written = ''
  for (const [index, unit] of [...text.split('')].entries()) {
    const outer = index === 0 || index === text.length - 1
    if (unit === '\\' || special.includes(unit)) written += `\\${unit}`
    else if (named.has(unit)) written += named.get(unit)
    else if (isControl(unit) || (outer && unit.trim() === '')) written += unicode(unit)
    else written += unit
  }
  return written
}

/** Reads text written by `escapeText`; outer white space that was not escaped is dropped. */
export function unescapeText(text: string): string {
  return text.trim().replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (whole, escaped: string) => {
    if (escaped.length === 5) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return unnamed.get(escaped) ?? (/[\\,[\]{]/.test(escaped) ? escaped : whole)
  })
}

/** Where the text that starts at `from` ends: the first unescaped `stop` character outside balanced brackets. */
export function endOfText(line: string, from: number, stops: string): number | null {
  let depth = 0
  for (let at = from; at < line.length; at += 1) {
    const unit = line.charAt(at)
    if (unit === '\\') at += 1
    else if (depth === 0 && stops.includes(unit)) return at
    else if (unit === '[') depth += 1
    else if (unit === ']') depth -= 1
  }
  return null
}

function isControl(unit: string): boolean {
  const code = unit.charCodeAt(0)
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029
}

function unicode(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
