/** Writes a test of what is there already. */
import { aTest, equal, honestTests, play, testFile, tests, write } from './kit.mjs'

await play({
  RED: () => write(testFile, tests([...honestTests, aTest('is a function', equal('typeof slug', `'function'`))])),
})
