/** Changes the tests while tidying up the source. */
import { honestTests, play, testFile, tests, write } from './kit.mjs'

await play({ REFACTOR_IMPL: () => write(testFile, tests(honestTests.slice(1))) })
