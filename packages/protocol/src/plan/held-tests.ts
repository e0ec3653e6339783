/**
 * Names of held-out tests: the same behaviours with other inputs, which are kept from whoever writes the code (`tests.held`; decision 0094).
 * `slug.held.test.js` goes with `slug.test.js`. A runner that finds tests by the usual names finds both.
 */

/** Where they lie, wherever a project has its tests. */
export const heldFiles: readonly string[] = ['**/*.held.*', '**/*.held[-_]test.*', '**/*.held[-_]spec.*']

export const isHeld = (path: string): boolean => /\.held(\.|[-_](test|spec)\.)[^/]+$/.test(path)

/** The file whose tests they go with. */
export const openOf = (path: string): string =>
  path.replace(/\.held(?=[._-][^/]+$)/, '').replace(/(^|\/)(tests?|spec)\.test(?=\.[^./]+$)/, '$1$2')

/** Where the held-out tests of a test file lie. */
export function heldOf(path: string): string {
  if (isHeld(path)) return path
  // Runners find `test.js`, and not `test.held.js`.
  const alone = path.replace(/(?<=(?:^|[!/])(?:tests?|spec))(?=\.[^./*]+$)/, '.held.test')
  return alone === path ? path.replace(/(?=(?:[._-](?:test|spec))?\.[^./*]+$)/, '.held') : alone
}

/**
 * The same globs in their order, of which the last one counts, and the held-out files beside those that they name; one with a `*`
 * in the name of the file takes them in already.
 */
export const withHeld = (globs: readonly string[]): readonly string[] =>
  globs.flatMap((glob) => (/\*[^/]*$/.test(glob) || isHeld(glob) ? [glob] : [glob, heldOf(glob)]))
