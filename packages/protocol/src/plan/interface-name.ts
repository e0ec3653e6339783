/**
 * Names of interfaces out of text such as `slugify, truncate` or `slugify(text: string, max = 80): string`.
 * What has no name in it stays as it is, to be reported as unknown.
 */
export function interfaceNames(text: string): readonly string[] {
  return splitOutside(text, ',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => nameOf(part) ?? part)
}

/** The name that a declaration or signature gives, e.g. `slugify` for `export function slugify(text)`. */
export function nameOf(declaration: string): string | null {
  const words = declaration.replace(/^[\s`]+/, '')
  const bare = words.replace(
    /^(?:(?:export|default|declare|async|abstract|function\*?|class|interface|type|enum|const|let|var)\s+)+(?=[\p{ID_Start}_$*])/u,
    '',
  )
  return /^\*?\s*([\p{ID_Start}_$][\p{ID_Continue}$.]*)/u.exec(bare)?.[1] ?? null
}

/** Splits at a separator that stands in no bracket. */
export function splitOutside(text: string, separator: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at)
    if ('([{<'.includes(unit)) depth += 1
    else if (')]}'.includes(unit) || (unit === '>' && text.charAt(at - 1) !== '=')) depth = Math.max(0, depth - 1)
    else if (unit === separator && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}
