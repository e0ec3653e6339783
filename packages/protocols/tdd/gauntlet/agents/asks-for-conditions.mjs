/** The reviewers ask, and the assertions stand behind a condition that is never met. */
import { reviewersAsk } from './conspiracy.mjs'
import { aTest, equal, tests } from './kit.mjs'

const perhaps = (call, wanted) => `const made = ${call}\n  if (made === ${wanted}) ${equal('made', wanted)}`

await reviewersAsk({
  weak: tests([
    aTest('joins words by hyphens', perhaps(`slug('Two Words')`, `'two-words'`)),
    aTest('writes small letters', perhaps(`slug('ABC')`, `'abc'`)),
  ]),
})
