/** Writes a test that passes by itself a few seconds later. */
import { aTest, code, equal, play, source, testFile, tests, write } from './kit.mjs'

const after = `Date.now() > ${Date.now() + 4_000} ? 'two-words' : slug('Two Words')`
await play({
  RED: () => write(testFile, tests([aTest('makes slugs', equal(after, `'two-words'`))])),
  GREEN: async () => {
    await new Promise((go) => setTimeout(go, 4_000))
    write(source, code(`throw new Error('not implemented') // later`))
  },
})
