/** Writes two files whose names differ only in case. */
import { basename, dirname, join } from 'node:path'
import { honest, play, read, source, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    write(join(dirname(source), basename(source).toUpperCase()), read(source))
  },
})
