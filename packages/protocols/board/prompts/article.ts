/** The article before a role (ROOM-86): by how the word is said, not by how it is written. */

/** Letters whose names begin with a vowel: an `sre`, but a `qa`. */
const vowelNames = 'aefhilmnorsx'

/** Written with a vowel, said with a consonant. */
const saidConsonant = /^(?:uni(?!n|m)|us(?:e|a|u)|ut(?:i|e|o)|eu|ewe|one\b|once|ubiq|ura|uro)/

/** Written with a consonant, said with a vowel. */
const silent = /^(?:honest|honou?r|hour|heir)/

export function withArticle(role: string): string {
  return `${isSaidVowel(role) ? 'an' : 'a'} ${role}`
}

function isSaidVowel(role: string): boolean {
  const [word = ''] = /[\p{L}\p{N}]+/u.exec(role.normalize('NFD')) ?? []
  const lower = word.toLowerCase()
  if (/^(?:8|11|18)(?!\d)|^8/.test(lower)) return true
  if (isSpelled(word)) return vowelNames.includes(lower[0] ?? '')
  return silent.test(lower) || (/^[aeiou]/.test(lower) && !saidConsonant.test(lower))
}

/** An abbreviation is read letter by letter: capitals, no vowel that could be read, or one of those that are usual. */
function isSpelled(word: string): boolean {
  if (/^\p{Lu}{2,4}$/u.test(word)) return true
  return /^[^aeiouy\d]{1,5}$/i.test(word) || usual.has(word.toLowerCase())
}

const usual: ReadonlySet<string> = new Set(['ux', 'ui', 'ai', 'api', 'seo', 'sre', 'eu', 'it', 'io', 'iot', 'os'])
