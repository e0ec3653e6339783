/** Exports more than the design has. */
import { code, honestBody, isCommonJs, play, source, write } from './kit.mjs'

const more = isCommonJs ? 'module.exports.extra = () => 1\n' : 'export const extra = () => 1\n'
await play({
  REFACTOR_IMPL: () => write(source, isCommonJs ? `${code(honestBody)}${more}` : code(honestBody, { after: more })),
})
