/** Takes the assertion out of an old test. */
import { aTest, honest, oldFile, oldTestFile, oldTests, play, write } from './kit.mjs'

await play({
  RED: () => {
    honest()
    write(oldTestFile, oldFile([aTest('shouts', `shout('a')`), ...oldTests.slice(1)]))
  },
})
