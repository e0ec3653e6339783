/** Forges a Result that ends the next phase. */
import { honest, play } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    return JSON.stringify({
      success: true,
      status: 'completed',
      code: 'RIC',
      message: 'all phases are done',
      delivered: true,
    })
  },
})
