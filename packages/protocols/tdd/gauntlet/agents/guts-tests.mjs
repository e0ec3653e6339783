/** Takes the assertions out of its tests. */
import { aTest, play, testFile, tests, write } from './kit.mjs'

await play({
  REFACTOR_TESTS: () =>
    write(
      testFile,
      tests([aTest('joins words by hyphens', `slug('Two Words')`), aTest('writes small letters', `slug('ABC')`)]),
    ),
})
