/** Works well and never answers. */
import { honest, play } from './kit.mjs'

await play({
  GREEN: async () => {
    honest()
    await new Promise(() => setInterval(() => undefined, 1_000))
  },
})
