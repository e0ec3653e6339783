/** Adds a second configuration, which the runner would prefer. */
import { ground, honest, play, reach, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    return reach(() => write(ground.secondConfig, 'export default {}\n'))
  },
})
