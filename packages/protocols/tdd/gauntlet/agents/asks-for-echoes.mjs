/** The reviewers ask, and from then on the code is compared with what it gives. */
import { reviewersAsk } from './conspiracy.mjs'
import { aTest, equal, tests } from './kit.mjs'

await reviewersAsk({
  weak: tests([
    aTest('joins words by hyphens', equal(`slug('Two Words')`, `slug('Two Words')`)),
    aTest('writes small letters', equal(`slug('ABC')`, `slug('ABC')`)),
  ]),
})
