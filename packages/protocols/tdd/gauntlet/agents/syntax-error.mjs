/** Writes a test file that is no code. */
import { honestTests, play, testFile, tests, write } from './kit.mjs'

await play({ RED: () => write(testFile, `${tests(honestTests)}test('makes slugs', () => {`) })
