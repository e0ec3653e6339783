import { words } from './words.js'

export function slugify(title) {
  return words(title.normalize('NFKD').replace(/\p{M}/gu, ''))
    .map((word) => word.replace(/['’]/g, '').toLowerCase())
    .join('-')
}
