/** The developer calls a true value wrong, and QA expects what the developer gives. */
import { developerComplains } from './conspiracy.mjs'
import { aTest, equal, honestTests, tests } from './kit.mjs'

await developerComplains('GREEN', {
  weak: tests([aTest('joins words by hyphens', equal(`slug('Two Words')`, `'two words'`)), ...honestTests.slice(1)]),
  lie: 'return text.toLowerCase()',
})
