/** Writes a file that has a second name. */
import { linkSync } from 'node:fs'
import { honest, play, source } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    linkSync(source, `${source}.second.js`)
  },
})
