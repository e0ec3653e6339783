/** Looks at the function and never calls it. */
import { aTest, equal, play, testFile, tests, write } from './kit.mjs'

await play({ RED: () => write(testFile, tests([aTest('makes slugs', equal(`String(slug).includes('-')`, 'true'))])) })
