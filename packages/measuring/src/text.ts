/** Keeps text from checked code within `limit` characters, and says where it was cut. */
export function bounded(text: string, limit = 500): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} characters more)`
}

/** Names a few and counts the rest. */
export function listed(names: readonly string[], limit = 10): string {
  const shown = names
    .slice(0, limit)
    .map((name) => bounded(name, 200))
    .join(', ')
  return names.length > limit ? `${shown} and ${names.length - limit} more` : shown
}

/** The value of a JSON text; undefined: the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As a pattern that means nothing but itself. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
