/** Fills the disk. */
import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { honest, play, source } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    const file = openSync(`${source}.big.js`, 'w')
    // Sparse, so that the gauntlet itself fills nothing.
    ftruncateSync(file, 512 * 1024 * 1024)
    closeSync(file)
  },
})
