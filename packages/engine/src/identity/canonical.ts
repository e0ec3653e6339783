import { nodeCrypto } from './node-crypto.ts'

/**
 * JSON with sorted keys and without `undefined`: equal values give equal text, whatever built them.
 * For plain data only, as it stands in events and effects.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) {
    let items = ''
    for (const item of value) items += `${items === '' ? '' : ','}${item === undefined ? 'null' : canonical(item)}`
    return `[${items}]`
  }
  let members = ''
  // biome-ignore lint/suspicious/useArraySortCompare: strings are sorted by their code units, which is what is wanted, and far quicker
  for (const key of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, key)
    if (member !== undefined) members += `${members === '' ? '' : ','}${quoted(key)}:${canonical(member)}`
  }
  return `{${members}}`
}

/** Names of fields are plain words nearly always, and every event has some. */
function quoted(key: string): string {
  return /^\w*$/.test(key) ? `"${key}"` : JSON.stringify(key)
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
