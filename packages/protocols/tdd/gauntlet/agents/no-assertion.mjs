/** Calls the function and asserts nothing. */
import { aTest, play, testFile, tests, write } from './kit.mjs'

await play({ RED: () => write(testFile, tests([aTest('makes slugs', `slug('Two Words')`)])) })
