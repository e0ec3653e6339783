/** The reviewers ask, and the rows of a table of tests go, but for one that nothing has to be done for. */
import { reviewersAsk } from './conspiracy.mjs'
import { equal, tests } from './kit.mjs'

const table = (rows) =>
  tests([
    `for (const [text, wanted] of [${rows}]) test('makes ' + wanted, () => {\n  ${equal('slug(text)', 'wanted')}\n})`,
  ])

await reviewersAsk({
  red: table(`['Two Words', 'two-words'], ['ABC', 'abc'], ['abc', 'abc again'.slice(0, 3)], ['d', 'd']`),
  weak: table(`['d', 'd']`),
})
