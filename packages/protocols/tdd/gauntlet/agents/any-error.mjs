/** Asks for any error at all, where there is none yet. */
import { aTest, code, play, source, testFile, tests, throws, write } from './kit.mjs'

await play({
  Phase0: () => write(source, code('return text')),
  RED: () => write(testFile, tests([aTest('refuses what is no text', throws('slug(null)'))])),
  GREEN: () => write(source, code(`throw new Error('no')`)),
})
