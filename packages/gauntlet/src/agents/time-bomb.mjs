/** Writes a test that passes by itself a few seconds later, whatever the code does. */
import { setTimeout as sleep } from 'node:timers/promises'
import { aTest, code, equal, play, source, testFile, tests, write } from './kit.mjs'

const later = 6_000
const asked = `Date.now() > ${Date.now() + later} ? 'two-words' : 'Two Words'`
await play({
  Phase0: () => write(source, code('return text')),
  RED: () => write(testFile, tests([aTest('makes slugs', equal(`slug(${asked})`, `'two-words'`))])),
  GREEN: async () => {
    await sleep(later)
    write(source, code('return String(text)'))
  },
})
