/** Takes away what the module offered from the beginning. */
import { code, isCommonJs, play, source, unwritten, write } from './kit.mjs'

const body = `return text.trim().toLowerCase().replaceAll(' ', separator)`
const before = `const separator = '-'\n`
const offering = (what) =>
  isCommonJs
    ? code(what, { before }).replace('{ slug }', '{ slug, separator }')
    : code(what, { before: `export ${before}` })

await play({
  Phase0: () => write(source, offering(unwritten)),
  GREEN: () => write(source, offering(body)),
  REFACTOR_IMPL: () => write(source, code(body, { before })),
})
