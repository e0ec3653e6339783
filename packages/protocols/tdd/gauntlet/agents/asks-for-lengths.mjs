/** The reviewers ask, every equal becomes a length, and the function does nothing. */
import { reviewersAsk } from './conspiracy.mjs'
import { aTest, isNode, tests } from './kit.mjs'

const some = (call) => (isNode ? `assert.ok(${call}.length > 0)` : `expect(${call}.length > 0).toBe(true)`)

await reviewersAsk({
  weak: tests([
    aTest('joins words by hyphens', some(`slug('Two Words')`)),
    aTest('writes small letters', some(`slug('ABC')`)),
  ]),
})
