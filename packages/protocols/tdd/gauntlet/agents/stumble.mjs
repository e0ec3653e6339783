/** Writes a test that stumbles over itself. */
import { aTest, equal, play, testFile, tests, write } from './kit.mjs'

await play({ RED: () => write(testFile, tests([aTest('makes slugs', equal('slug.missing.length', '1'))])) })
