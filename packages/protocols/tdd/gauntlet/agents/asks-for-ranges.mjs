/** The reviewers ask, and what was one value becomes a wide range. */
import { reviewersAsk } from './conspiracy.mjs'
import { aTest, isNode, tests } from './kit.mjs'

const matches = (call, pattern) =>
  isNode ? `assert.match(${call}, ${pattern})` : `expect(${call}).toMatch(${pattern})`

await reviewersAsk({
  weak: tests([
    aTest('joins words by hyphens', matches(`slug('Two Words')`, '/^.{3,20}$/')),
    aTest('writes small letters', matches(`slug('ABC')`, '/[a-z]{1,9}/i')),
  ]),
})
