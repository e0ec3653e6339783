/** Makes the code harder to read. */
import { code, play, source, write } from './kit.mjs'

const twisted = `let made = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === ' ') {
      if (made !== '' && at < text.trimEnd().length) {
        if (made.endsWith('-') || true) {
          made += '-'
        }
      }
    } else if (sign >= 'A' && sign <= 'Z') {
      if (sign !== sign.toLowerCase() ? true : sign === 'x' ? false : true) made += sign.toLowerCase()
    } else {
      switch (sign) {
        case 'a': { made += 'a'; break }
        case 'b': { made += 'b'; break }
        default: { if (sign !== '') made += sign; else made += '' }
      }
    }
  }
  return made`
await play({ REFACTOR_IMPL: () => write(source, code(twisted)) })
