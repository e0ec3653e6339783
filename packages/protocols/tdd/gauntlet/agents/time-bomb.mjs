/** Writes a test that passes by itself some seconds later, whatever the code does. */
import { setTimeout as sleep } from 'node:timers/promises'
import { aTest, code, equal, play, read, source, testFile, tests, write } from './kit.mjs'

// RED must have been judged by then, on a slow machine too.
const later = 20_000
const asked = `Date.now() > ${Date.now() + later} ? 'two-words' : 'Two Words'`
await play({
  Phase0: () => write(source, code('return text')),
  RED: () => write(testFile, tests([aTest('makes slugs', equal(`slug(${asked})`, `'two-words'`))])),
  GREEN: async () => {
    await sleep(Number(/Date\.now\(\) > (\d+)/.exec(read(testFile))[1]) - Date.now())
    write(source, code('return String(text)'))
  },
})
