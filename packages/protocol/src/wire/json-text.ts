import type { Json, JsonObject } from '../json.ts'

/** Deeper JSON is not read: it says nothing and would exhaust the stack of whoever walks it. */
const maxDepth = 32

/** Reads JSON; undefined when it is none, or nested too deeply. Never throws. */
export function parseJson(text: string): Json | undefined {
  if (depthOf(text) > maxDepth) return undefined
  try {
    const value: Json = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Offset after the bracket that closes the one at `from`; null when none does. Strings are stepped over. */
export function endOfJson(text: string, from: number): number | null {
  let depth = 0
  for (const { at, unit } of brackets(text, from)) {
    depth += unit === '{' || unit === '[' ? 1 : -1
    if (depth === 0) return at + 1
  }
  return null
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const { unit } of brackets(text, 0)) {
    depth += unit === '{' || unit === '[' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** The brackets outside strings, in order. */
function* brackets(text: string, from: number): Generator<{ readonly at: number; readonly unit: string }> {
  let quoted = false
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charAt(at)
    if (quoted && unit === '\\') at += 1
    else if (unit === '"') quoted = !quoted
    else if (!quoted && '{}[]'.includes(unit)) yield { at, unit }
  }
}
