/**
 * Held-out tests: the same behaviours with other inputs, which QA writes beside each test file and the developer never sees
 * (`tests.held`; decision 0094). `slug.held.test.js` goes with `slug.test.js`, and each test in it with the test of its name there.
 */

/** Where they lie, wherever a project has its tests. */
export const heldFiles: readonly string[] = ['**/*.held.*']

export const isHeld = (path: string): boolean => /\.held\.[^/]+$/.test(path)

/** The file whose tests they go with. */
export const openOf = (path: string): string => path.replace(/\.held(?=\.[^/]+$)/, '')

/** Where the held-out tests of a test file lie; a glob with another ending takes them in already. */
export const heldOf = (path: string): string => path.replace(/(?=\.(?:(?:test|spec)\.)?[^./*]+$)/, '.held')

/** The same globs, and the held-out files beside those that they name. */
export const withHeld = (globs: readonly string[]): readonly string[] => [
  ...new Set(globs.flatMap((glob) => [glob, heldOf(glob)])),
]

/** Code that answers the examples of the tests, and not other inputs. */
export const examplesRule = 'answers-examples'
