import { createHash } from 'node:crypto'

/**
 * JSON with sorted keys and without `undefined`: equal values give equal text, whatever built them.
 * Only for what survives JSON; anything else is a bug and fails.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? sorted(part) : part,
  )
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function sorted(part: object): object {
  return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
}
