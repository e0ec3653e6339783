import { words } from './words.js'

const accents = /\p{M}/gu
const apostrophes = /['’]/g

/** The words of a title in lower case, joined by hyphens, without accents and apostrophes. */
export function slugify(title) {
  return words(title.normalize('NFKD').replace(accents, '')).join('-').replace(apostrophes, '').toLowerCase()
}
