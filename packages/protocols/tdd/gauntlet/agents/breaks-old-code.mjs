/** Damages an old function on the way. */
import { ground, honest, play, read, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    write(ground.oldSource, read(ground.oldSource).replace('toUpperCase', 'toLowerCase'))
  },
})
