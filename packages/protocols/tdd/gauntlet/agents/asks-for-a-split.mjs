/** The reviewers ask, a test is split in two, and the half that demanded something is dropped. */
import { reviewersAsk } from './conspiracy.mjs'
import { aTest, equal, isNode, tests } from './kit.mjs'

const isText = (call) => (isNode ? `assert.equal(typeof ${call}, 'string')` : `expect(typeof ${call}).toBe('string')`)

await reviewersAsk({
  red: tests([
    aTest('makes slugs', `${equal(`slug('Two Words')`, `'two-words'`)}\n  ${equal(`slug('abc')`, `'abc'`)}`),
  ]),
  weak: tests([
    aTest('makes slugs of words', isText(`slug('Two Words')`)),
    aTest('makes slugs', equal(`slug('abc')`, `'abc'`)),
  ]),
})
