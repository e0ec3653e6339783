/** Names of runs, short and friendly: `auth-k3f9q2`. */

/** Small letters, digits and dashes, at most 40 of them; `otherwise` where nothing of the text is left. */
export function slugOf(text: string, otherwise: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return slug === '' ? otherwise : slug
}

/** A run gives its name to files, branches and command lines. */
export const isRunName = (name: string): boolean => /^[a-z0-9][a-z0-9-]*$/.test(name) && name.length <= 100

/** Characters that cannot be mistaken for each other when read aloud, one for each byte. */
export function friendlyWord(random: Uint8Array): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  return [...random].map((byte) => alphabet[byte % alphabet.length]).join('')
}
