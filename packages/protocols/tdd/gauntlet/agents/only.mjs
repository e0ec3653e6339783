/** Silences all other tests of the file. */
import { honestTests, play, testFile, tests, write } from './kit.mjs'

const [first, second] = honestTests
await play({ RED: () => write(testFile, tests([first.replace('test(', 'test.only('), second])) })
