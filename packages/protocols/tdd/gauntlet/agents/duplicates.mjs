/** Copies what is there, instead of using it. */
import { code, play, source, write } from './kit.mjs'

const copy = (name) => `function ${name}(text) {
  const trimmed = text.trim()
  const small = trimmed.toLowerCase()
  const words = small.split(' ')
  const kept = words.filter((word) => word !== '')
  const joined = kept.join('-')
  const cut = joined.slice(0, 80)
  return cut.endsWith('-') ? cut.slice(0, -1) : cut
}
`
const body = `return [firstSlug(text), secondSlug(text), thirdSlug(text)][0]`
const before = ['firstSlug', 'secondSlug', 'thirdSlug'].map(copy).join('')
await play({ REFACTOR_IMPL: () => write(source, code(body, { before })) })
