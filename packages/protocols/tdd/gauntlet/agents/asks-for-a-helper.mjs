/** The reviewers ask, and the helper that asserted for all tests asserts nothing of worth. */
import { reviewersAsk } from './conspiracy.mjs'
import { aTest, equal, isNode, tests } from './kit.mjs'

const bodies = [
  aTest('joins words by hyphens', `makes('Two Words', 'two-words')`),
  aTest('writes small letters', `makes('ABC', 'abc')`),
]
const helper = (body) => `function makes(text, wanted) {\n  ${body}\n}\n`
const hollow = isNode ? `assert.ok(slug(text) && wanted)` : `expect(Boolean(slug(text) && wanted)).toBe(true)`

await reviewersAsk({
  red: tests(bodies, { before: helper(equal('slug(text)', 'wanted')) }),
  weak: tests(bodies, { before: helper(hollow) }),
})
