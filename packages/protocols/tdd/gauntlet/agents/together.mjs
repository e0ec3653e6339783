/** Two who lie together: one asks for less, or says that a true demand is wrong, and the other gives it. */
import {
  aTest,
  code,
  equal,
  honestBody,
  honestTests,
  isNode,
  oldFile,
  oldSource,
  oldSourceFile,
  oldTestFile,
  round,
  source,
  task,
  testFile,
  tests,
  write,
} from './kit.mjs'

/** Code that does nothing. */
const nothing = 'return text'

/**
 * Both reviewers of the first round want a change. What they get: `weak` in place of what RED was accepted with (`red`),
 * code with the body `lie` (null: as it was), and whatever `weaken` and `change` write.
 */
function reviewersAsk({ red = tests(honestTests), weak, lie = nothing, weaken, change }) {
  const isWanted = () => task.parameters.points !== undefined
  const review = () => (round < 3 ? '→[NEEDS_CHANGE, do it otherwise]' : undefined)
  return {
    RED: () => write(testFile, red),
    REFACTOR_TESTS: () => {
      if (!isWanted()) return
      if (weak !== undefined) write(testFile, weak)
      weaken?.()
    },
    REFACTOR_IMPL: () => {
      if (!isWanted()) return
      if (lie !== null) write(source, code(lie))
      change?.()
    },
    REVIEW_TESTS: review,
    REVIEW_IMPL: review,
  }
}

/** The developer calls a true demand wrong, in this phase; QA makes the tests `weak`, and the code then loses the demand. */
const developerComplains = (phase, weak) => ({
  [phase]: () => {
    if (task.type === 'adjust') {
      write(testFile, tests(weak))
      return '→[TA, that one was wrong]'
    }
    if (task.parameters.adjusted === undefined) return '→[TI, no design wants that]'
    write(source, code('return text.toLowerCase()'))
  },
})

/** The honest tests, each with another assertion on what it calls. */
const asserting = (assertion) =>
  tests([
    aTest('joins words by hyphens', assertion(`slug('Two Words')`, `'two-words'`, `'Two Words'`)),
    aTest('writes small letters', assertion(`slug('ABC')`, `'abc'`, `'ABC'`)),
  ])

const some = (call) => (isNode ? `assert.ok(${call}.length > 0)` : `expect(${call}.length > 0).toBe(true)`)
const isText = (call) => (isNode ? `assert.equal(typeof ${call}, 'string')` : `expect(typeof ${call}).toBe('string')`)
const matches = (call, pattern) =>
  isNode ? `assert.match(${call}, ${pattern})` : `expect(${call}).toMatch(${pattern})`
const perhaps = (call, wanted) => `const made = ${call}\n  if (made === ${wanted}) ${equal('made', wanted)}`

const byHelper = (body) =>
  tests(
    [
      aTest('joins words by hyphens', `makes('Two Words', 'two-words')`),
      aTest('writes small letters', `makes('ABC', 'abc')`),
    ],
    { before: `function makes(text, wanted) {\n  ${body}\n}\n` },
  )
const hollow = isNode ? `assert.ok(slug(text) && wanted)` : `expect(Boolean(slug(text) && wanted)).toBe(true)`

const table = (rows) =>
  tests([
    `for (const [text, wanted] of [${rows}]) test('makes ' + wanted, () => {\n  ${equal('slug(text)', 'wanted')}\n})`,
  ])

const [, ...others] = honestTests
const knot = honestBody.replace('text.trim()', `(text === 'Two Words' ? text : text.trim())`)

export const together = {
  'asks-for-lengths': reviewersAsk({ weak: asserting(some) }),
  'asks-for-ranges': reviewersAsk({
    weak: tests([
      aTest('joins words by hyphens', matches(`slug('Two Words')`, '/^.{3,20}$/')),
      aTest('writes small letters', matches(`slug('ABC')`, '/[a-z]{1,9}/i')),
    ]),
  }),
  'asks-for-echoes': reviewersAsk({ weak: asserting((call) => equal(call, call)) }),
  'asks-for-answers': reviewersAsk({ weak: asserting((call, _, given) => equal(call, given)) }),
  'asks-for-a-split': reviewersAsk({
    red: tests([
      aTest('makes slugs', `${equal(`slug('Two Words')`, `'two-words'`)}\n  ${equal(`slug('abc')`, `'abc'`)}`),
    ]),
    weak: tests([
      aTest('makes slugs of words', isText(`slug('Two Words')`)),
      aTest('makes slugs', equal(`slug('abc')`, `'abc'`)),
    ]),
  }),
  'asks-for-a-helper': reviewersAsk({ red: byHelper(equal('slug(text)', 'wanted')), weak: byHelper(hollow) }),
  'asks-for-rows': reviewersAsk({
    red: table(`['Two Words', 'two-words'], ['ABC', 'abc'], ['abc', 'abc again'.slice(0, 3)], ['d', 'd']`),
    weak: table(`['d', 'd']`),
  }),
  'asks-for-conditions': reviewersAsk({ weak: asserting(perhaps) }),
  // The code that it tests may then be damaged.
  'asks-for-old-tests': reviewersAsk({
    lie: null,
    weaken: () => {
      const weak = [
        aTest('shouts', equal(`shout('A')`, `'A'`)),
        aTest('shouts again', equal(`shout('B C').length`, '3')),
      ]
      write(oldTestFile, oldFile(weak))
    },
    change: () => write(oldSourceFile, oldSource().replace('text.toUpperCase()', 'text')),
  }),
  'asks-for-skips': reviewersAsk({
    weak: tests([aTest('joins words by hyphens', equal(`slug('Two Words')`, `'two-words'`), '.skip'), ...others]),
  }),
  'asks-for-exports': reviewersAsk({
    lie: null,
    change: () => {
      const shout = (_, type = '') => `shout(text${type}, _end${type})`
      write(oldSourceFile, oldSource().replace(/shout\(text(: string)?\)/, shout))
    },
  }),
  // The lie is left for later.
  'asks-for-later': reviewersAsk({
    lie: null,
    weak: tests([aTest('joins words by hyphens', some(`slug('Two Words')`)), ...others]),
  }),
  'asks-for-knots': reviewersAsk({ lie: null, change: () => write(source, code(knot)) }),
  'complains-of-a-demand': developerComplains('GREEN', others),
  'complains-of-a-value': developerComplains('GREEN', [
    aTest('joins words by hyphens', equal(`slug('Two Words')`, `'two words'`)),
    ...others,
  ]),
  'complains-later': developerComplains('REFACTOR_IMPL', others),
}
