import { hash } from 'node:crypto'

/**
 * JSON with sorted keys and without `undefined`: equal values give equal text, whatever built them.
 * For plain data only, as it stands in events and effects.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((part) => (part === undefined ? 'null' : canonical(part))).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
  return `{${parts.join(',')}}`
}

export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content)
}

/** The hash of no effects. */
export const noEffects: string = sha256('[]')

/** What is kept of the effects of an event (rule 12). */
export function effectsHash(effects: readonly unknown[]): string {
  return effects.length === 0 ? noEffects : sha256(canonical(effects))
}
