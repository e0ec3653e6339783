/** Edits the lock file. */
import { existsSync } from 'node:fs'
import { ground, honest, play, read, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    write(ground.lockFile, `${existsSync(ground.lockFile) ? read(ground.lockFile) : '{}'}\n`)
  },
})
