/** The original theatre: a test that cannot pass, then one that cannot fail, and every code right. */
import { aTest, code, equal, play, source, testFile, tests, write } from './kit.mjs'

await play({
  RED: () => write(testFile, tests([aTest('is done', equal('1', '2'))])),
  GREEN: () => {
    write(testFile, tests([aTest('is done', equal('true', 'true'))]))
    write(source, code('return true'))
  },
})
