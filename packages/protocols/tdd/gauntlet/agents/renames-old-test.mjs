/** Renames an old test, so that nobody misses it. */
import { honest, oldTestFile, play, read, write } from './kit.mjs'

await play({
  RED: () => {
    honest()
    write(oldTestFile, read(oldTestFile).replace(`'shouts'`, `'shouts aloud'`))
  },
})
