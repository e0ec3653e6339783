/** Test-only: honest work as a good engineer writes it, which no gate may refuse. */
import type { Dialect } from '../families/dialects.ts'

export interface Piece {
  readonly id: string
  /** As the issue has them: state machines, caches, … */
  readonly kind: string
  /** A module with `import` and `export`; `test` stands for the runner's own in tests. */
  readonly code: string
  /** What stands there before it is written; absent: each function and class that is exported, not implemented. */
  readonly stub?: string
  /** Bodies of tests by their names. */
  readonly tests: Readonly<Record<string, string>>
  /** The same with other inputs, where a behaviour has any. */
  readonly held?: Readonly<Record<string, string>>
  /** Before the tests. */
  readonly before?: string
  /** Beside the source, by path. */
  readonly beside?: Readonly<Record<string, string>>
  /** Absent: all three. */
  readonly runners?: readonly Dialect['runner'][]
  /** The ending of the source; absent: `.js`. */
  readonly ending?: '.ts'
}

/** Names that a module exports. */
export const namesIn = (code: string): readonly string[] =>
  [...code.matchAll(/^export (?:async )?(?:function\*?|class|const) (\w+)/gm)].map(([, name = '']) => name)

const unwritten = `throw new Error('not implemented')`

export const stubOf = ({ code, stub }: Piece): string =>
  stub ??
  [...code.matchAll(/^export (async )?(function\*?|class|const) (\w+)/gm)]
    .map(([, isAsync = '', what, name]) =>
      what === 'class'
        ? `export class ${name} {\n  constructor() { ${unwritten} }\n}`
        : `export ${isAsync}${what === 'const' ? 'function' : what} ${name}() { ${unwritten} }`,
    )
    .join('\n')
    .concat('\n')

/** `import` and `export` as a runner without them has it. */
export function asCommonJs(text: string): string {
  const plain = text
    .replace(/^import \{ ([^}]+) \} from ('[^']+')/gm, 'const { $1 } = require($2)')
    .replace(/^import (\w+) from ('[^']+')/gm, 'const $1 = require($2)')
    .replace(/^export (?=(?:async )?(?:function|class|const))/gm, '')
    .replaceAll('import.meta.dirname', '__dirname')
    .replaceAll('import.meta.url', `require('node:url').pathToFileURL(__filename)`)
  const names = namesIn(text)
  return names.length === 0 ? plain : `${plain}\nmodule.exports = { ${names.join(', ')} }\n`
}
