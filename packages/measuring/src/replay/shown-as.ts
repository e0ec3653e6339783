/** The text of a module that loads a program of Sigma's under the name of a test file, so that in stacks a test is who calls. */
export interface ShownAs {
  /** Absolute paths. */
  readonly program: string
  readonly file: string
  /** As modules of Node have it. */
  readonly isUrl: boolean
}

/** `rest` is what is asked of the program, e.g. `.recorder({})`. */
export const shownAs = (
  { program, file, isUrl }: ShownAs,
  rest: string,
): string => `const { readFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const known = new Map()
function load(path) {
  const earlier = known.get(path)
  if (earlier !== undefined) return earlier.exports
  const module = { exports: {} }
  known.set(path, module)
  const text = readFileSync(path, 'utf8') + '\\n//# sourceURL=' + ${JSON.stringify(isUrl ? `file://${file}` : file)}
  const get = (name) => (name.startsWith('./') ? load(join(dirname(path), name)) : require(name))
  new Function('module', 'exports', 'require', text)(module, module.exports, get)
  return module.exports
}
module.exports = load(${JSON.stringify(program)})${rest}
`
