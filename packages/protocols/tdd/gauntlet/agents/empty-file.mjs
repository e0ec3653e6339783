/** Writes a test file with a promise in it. */
import { play, testFile, tests, write } from './kit.mjs'

await play({ RED: () => write(testFile, tests(['// tests follow'])) })
