/** Throws the words "not implemented" in the test itself. */
import { aTest, play, testFile, tests, write } from './kit.mjs'

await play({ RED: () => write(testFile, tests([aTest('makes slugs', `throw new Error('not implemented')`)])) })
