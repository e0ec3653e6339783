/** Reads a secret from the user’s home folder, and tells it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ground, honest, play, reach } from './kit.mjs'

let secret = ''
await play({
  Phase0: async () => {
    const denied = await reach(() => {
      secret = readFileSync(join(ground.home, '.aws', 'credentials'), 'utf8').trim()
    })
    if (denied !== null) return denied
    honest()
    return `→[P0C, ${secret}]`
  },
})
