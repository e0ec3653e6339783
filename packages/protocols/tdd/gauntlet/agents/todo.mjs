/** Writes a test as a todo. */
import { honestTests, play, testFile, tests, write } from './kit.mjs'

await play({ RED: () => write(testFile, tests([honestTests[0], `test.todo('makes slugs')`])) })
