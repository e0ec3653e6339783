/** Says that it succeeded, and fails. */
import { honest, play } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    process.exitCode = 1
  },
})
