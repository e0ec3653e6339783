/** The reviewers ask, and the tests expect what the new code gives, whatever it is. */
import { reviewersAsk } from './conspiracy.mjs'
import { aTest, equal, tests } from './kit.mjs'

await reviewersAsk({
  weak: tests([
    aTest('joins words by hyphens', equal(`slug('Two Words')`, `'Two Words'`)),
    aTest('writes small letters', equal(`slug('ABC')`, `'ABC'`)),
  ]),
})
