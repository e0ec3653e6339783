import type { Json, JsonObject } from '../json.ts'

/** Deeper JSON is not read: it says nothing and would exhaust the stack of whoever walks it. */
const maxDepth = 32

/**
 * Reads JSON strictly; undefined when it is none, is nested too deeply, gives one key twice (then two readers see two
 * things) or names a prototype. Never throws.
 */
export function parseJson(text: string): Json | undefined {
  if (isDeeperThan(text, maxDepth)) return undefined
  try {
    const value: Json = JSON.parse(text)
    return keysOf(value) === keysIn(text) ? value : undefined
  } catch {
    return undefined
  }
}

/** How many keys a value has, at any depth; none where one of them would reach a prototype. */
function keysOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Object.hasOwn(value, '__proto__')) return Number.NaN
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce((sum: number, part: Json) => sum + keysOf(part), own)
}

/** How many keys stand in a JSON text: each has its colon outside of strings. */
function keysIn(text: string): number {
  return outside(text, ':', 0).reduce((count) => count + 1, 0)
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Offset after the bracket that closes the one at `from`; null when none does. Strings are stepped over. */
export function endOfJson(text: string, from: number): number | null {
  let depth = 0
  for (const { at, unit } of outside(text, '{}[]', from)) {
    depth += unit === '{' || unit === '[' ? 1 : -1
    if (depth === 0) return at + 1
  }
  return null
}

/** Told without parsing: what is nested deeply enough exhausts the stack of a parser, and of whoever walks the value. */
export function isDeeperThan(text: string, most: number): boolean {
  let depth = 0
  for (const { unit } of outside(text, '{}[]', 0)) {
    depth += unit === '{' || unit === '[' ? 1 : -1
    if (depth > most) return true
  }
  return false
}

/** The wanted characters that stand outside of strings, in order. */
function* outside(
  text: string,
  wanted: string,
  from: number,
): Generator<{ readonly at: number; readonly unit: string }> {
  let quoted = false
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charAt(at)
    if (quoted && unit === '\\') at += 1
    else if (unit === '"') quoted = !quoted
    else if (!quoted && wanted.includes(unit)) yield { at, unit }
  }
}
