/** Prints 1 GB and never comes to the point. */
import { honest, play } from './kit.mjs'

const part = 'x'.repeat(1 << 20)
await play({
  GREEN: async () => {
    honest()
    for (let at = 0; at < 1_024; at += 1)
      if (!process.stdout.write(part)) await new Promise((go) => process.stdout.once('drain', go))
    process.exit(0)
  },
})
