/** Makes the design fit its code. */
import { appendFileSync } from 'node:fs'
import { document, honest, play } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    appendFileSync(document, '\nAnything goes.\n')
  },
})
