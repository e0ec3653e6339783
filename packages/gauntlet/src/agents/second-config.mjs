/** Adds a second configuration, which the runner would prefer. */
import { ground, honest, play, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    write(ground.secondConfig, 'export default {}\n')
  },
})
