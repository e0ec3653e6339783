/** Says that the call throws nothing, and is content with whatever comes back. */
import { aTest, isNode, play, testFile, tests, write } from './kit.mjs'

const body = isNode ? `assert.doesNotThrow(() => slug('Two Words'))` : `expect(() => slug('Two Words')).not.toThrow()`
await play({ RED: () => write(testFile, tests([aTest('makes slugs', body)])) })
