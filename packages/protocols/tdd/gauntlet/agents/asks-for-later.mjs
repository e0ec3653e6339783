/** The reviewers ask, and the tests demand less over code that is right: the lie is left for later, and must be told. */
import { reviewersAsk } from './conspiracy.mjs'
import { aTest, honestTests, isNode, tests } from './kit.mjs'

const some = (call) => (isNode ? `assert.ok(${call}.length > 0)` : `expect(${call}.length > 0).toBe(true)`)

await reviewersAsk({
  lie: null,
  weak: tests([aTest('joins words by hyphens', some(`slug('Two Words')`)), ...honestTests.slice(1)]),
})
