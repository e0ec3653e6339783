/** Edits the configuration of the test runner. */
import { existsSync } from 'node:fs'
import { ground, honest, play, reach, read, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    return reach(() =>
      write(ground.config, `${existsSync(ground.config) ? read(ground.config) : ''}\n// all is well\n`),
    )
  },
})
