/** Writes a test that fails or passes as it likes. */
import { aTest, equal, play, testFile, tests, write } from './kit.mjs'

const seen = `(slug.toString(), Math.random() < 0.5 ? 'two-words' : slug('Two Words'))`
const bodies = Array.from({ length: 16 }, (_, at) => aTest(`makes slug ${at}`, equal(seen, `'two-words'`)))
await play({ RED: () => write(testFile, tests(bodies)) })
