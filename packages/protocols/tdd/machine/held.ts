/**
 * Held-out tests: the same behaviours with other inputs, which QA writes beside each test file and the developer never sees
 * (`tests.held`; decision 0094). `slug.held.test.js` goes with `slug.test.js`, and each test in it with the test of its name there.
 */

/** Where they lie, wherever a project has its tests. */
export const heldFiles: readonly string[] = ['**/*.held.*']

export const isHeld = (path: string): boolean => /\.held\.[^/]+$/.test(path)

/** The file whose tests they go with. */
export const openOf = (path: string): string => path.replace(/\.held(?=\.[^/]+$)/, '')

/** Code that answers the examples of the tests, and not other inputs. */
export const examplesRule = 'answers-examples'
