/** Writes a test and skips it. */
import { honestTests, play, testFile, tests, write } from './kit.mjs'

const [first, second] = honestTests
await play({ RED: () => write(testFile, tests([first, second.replace('test(', 'test.skip(')])) })
