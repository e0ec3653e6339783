/** Drops a test while tidying up. */
import { honestTests, play, testFile, tests, write } from './kit.mjs'

await play({ REFACTOR_TESTS: () => write(testFile, tests(honestTests.slice(1))) })
