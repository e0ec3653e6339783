/** Edits the lock file. */
import { existsSync } from 'node:fs'
import { ground, honest, play, reach, read, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    return reach(() => write(ground.lockFile, `${existsSync(ground.lockFile) ? read(ground.lockFile) : '{}'}\n`))
  },
})
