/** Calls the function and compares two constants. */
import { aTest, equal, play, testFile, tests, write } from './kit.mjs'

const body = `try { slug('Two Words') } catch {}\n  ${equal('1', '2')}`
await play({ RED: () => write(testFile, tests([aTest('makes slugs', body)])) })
