/** Writes more tests than can be looked at one by one. */
import { aTest, code, equal, play, source, testFile, tests, write } from './kit.mjs'

const many = Array.from({ length: 61 }, (_, at) => aTest(`joins ${at}`, equal(`slug('A ${at}')`, `'a-${at}'`)))
await play({
  Phase0: () => write(source, code('return text')),
  RED: () => write(testFile, tests(many)),
})
