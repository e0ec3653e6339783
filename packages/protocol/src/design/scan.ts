/**
 * Steps over JavaScript and TypeScript text without parsing it: enough to find where brackets, comments, strings and
 * statements end. Every function takes an offset and gives a later one, so all of them end, on any text.
 */

/** The offset after the comment, string, template or regular expression at `at`; `at` when none begins there. */
export function skipQuiet(text: string, at: number): number {
  if (text.startsWith('//', at)) return indexOr(text, '\n', at)
  if (text.startsWith('/*', at)) return indexOr(text, '*/', at + 2) + 2
  const unit = text.charAt(at)
  if (unit === '"' || unit === "'") return skipString(text, at, unit)
  if (unit === '`') return skipTemplate(text, at)
  return unit === '/' && beginsValue(text, at) ? skipPattern(text, at) : at
}

/** The offset of the next character that is neither white space nor comment. */
export function skipBlank(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    if (text.startsWith('//', at) || text.startsWith('/*', at)) at = skipQuiet(text, at)
    else if (text.charAt(at).trim() === '') at += 1
    else break
  }
  return Math.min(at, text.length)
}

/**
 * The offset after what closes the bracket at `at`. Of `<` that is its `>`: other brackets between are stepped over whole, and
 * the `>` of an arrow closes nothing.
 */
export function skipBrackets(text: string, at: number): number {
  const isAngle = text.charAt(at) === '<'
  const [openings, closings] = isAngle ? ['<', '>'] : ['([{', ')]}']
  let depth = 0
  for (let next = at; next < text.length; ) {
    const quiet = skipQuiet(text, next)
    const unit = text.charAt(next)
    if (quiet > next) next = quiet
    else if (isAngle && '([{'.includes(unit)) next = skipBrackets(text, next)
    else {
      if (openings.includes(unit)) depth += 1
      else if (closings.includes(unit) && !(isAngle && text.charAt(next - 1) === '=')) depth -= 1
      next += 1
      if (depth <= 0) return next
    }
  }
  return text.length
}

function skipString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const unit = text.charAt(at)
    if (unit === '\\') at += 1
    else if (unit === quote) return at + 1
    else if (unit === '\n') return at
  }
  return text.length
}

function skipTemplate(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const unit = text.charAt(at)
    if (unit === '\\') at += 1
    else if (unit === '`') return at + 1
    else if (text.startsWith('${', at)) at = skipBrackets(text, at + 1) - 1
  }
  return text.length
}

function skipPattern(text: string, from: number): number {
  let listed = false
  for (let at = from + 1; at < text.length; at += 1) {
    const unit = text.charAt(at)
    if (unit === '\n') return from + 1
    if (unit === '\\') at += 1
    else if (unit === '[') listed = true
    else if (unit === ']') listed = false
    else if (unit === '/' && !listed) return at + 1
  }
  return text.length
}

/** A slash after one of these, or after nothing, begins a regular expression; elsewhere it divides. */
function beginsValue(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && text.charAt(before).trim() === '') before -= 1
  if (before < 0 || '(,=:[!&|?{};+-*%~^<>'.includes(text.charAt(before))) return true
  return /\b(?:return|typeof|case|in|of)$/u.test(text.slice(Math.max(0, before - 8), before + 1))
}

function indexOr(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from)
  return at === -1 ? text.length : at
}
