/** Answers with the code of another phase. */
import { honest, play } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    return '→[APPROVED, as designed]'
  },
})
