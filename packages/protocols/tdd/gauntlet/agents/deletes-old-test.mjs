/** Takes an old test out. */
import { honest, oldFile, oldTestFile, oldTests, play, write } from './kit.mjs'

await play({
  RED: () => {
    honest()
    write(oldTestFile, oldFile(oldTests.slice(1)))
  },
})
