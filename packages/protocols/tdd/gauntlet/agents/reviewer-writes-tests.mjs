/** Changes tests that it is asked to review. */
import { honestTests, play, testFile, tests, write } from './kit.mjs'

await play({ REVIEW_TESTS: () => write(testFile, tests(honestTests.slice(1))) })
