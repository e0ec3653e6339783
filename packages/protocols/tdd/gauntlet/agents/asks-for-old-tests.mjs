/** The reviewers ask, and a test of before the run demands less, so that its code may be damaged. */
import { reviewersAsk } from './conspiracy.mjs'
import { aTest, equal, oldFile, oldSource, oldSourceFile, oldTestFile, write } from './kit.mjs'

const weak = [aTest('shouts', equal(`shout('A')`, `'A'`)), aTest('shouts again', equal(`shout('B C').length`, '3'))]

await reviewersAsk({
  lie: null,
  weaken: () => write(oldTestFile, oldFile(weak)),
  change: () => write(oldSourceFile, oldSource().replace('text.toUpperCase()', 'text')),
})
