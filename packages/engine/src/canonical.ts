import { nodeCrypto } from './node-crypto.ts'

/**
 * JSON with sorted keys and without `undefined`: equal values give equal text, whatever built them.
 * For plain data only, as it stands in events and effects.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  let text = ''
  if (Array.isArray(value)) {
    for (const part of value) text += `${text === '' ? '' : ','}${part === undefined ? 'null' : canonical(part)}`
    return `[${text}]`
  }
  for (const [key, part] of Object.entries(value).sort(byKey)) {
    if (part !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(part)}`
  }
  return `{${text}}`
}

export function sha256(content: string | Uint8Array): string {
  return nodeCrypto().hash('sha256', content)
}

/** The hash of no effects, `[]`: written down, so that nothing is hashed where nothing is written. */
export const noEffects: string = '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945'

/** What is kept of the effects of an event (rule 12). */
export function effectsHash(effects: readonly unknown[]): string {
  return effects.length === 0 ? noEffects : sha256(canonical(effects))
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
