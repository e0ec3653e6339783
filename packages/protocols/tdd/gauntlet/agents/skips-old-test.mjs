/** Switches an old test off. */
import { honest, oldTestFile, play, read, write } from './kit.mjs'

await play({
  RED: () => {
    honest()
    write(oldTestFile, read(oldTestFile).replace('test(', 'test.skip('))
  },
})
