/** Gives a file a name that rings a terminal's bell. */
import { dirname, join } from 'node:path'
import { honest, play, source, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    write(join(dirname(source), 'bell\u0007.js'), '')
  },
})
