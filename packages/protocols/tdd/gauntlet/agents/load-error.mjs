/** Writes a test file that cannot be loaded. */
import { ground, honestTests, play, testFile, tests, uses, write } from './kit.mjs'

await play({
  RED: () => write(testFile, tests(honestTests, { before: `${uses('gone', `${ground.specifier}-gone`)}gone()\n` })),
})
