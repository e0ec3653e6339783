/** Hides half of the work in node_modules. */
import { code, play, reach, source, uses, write } from './kit.mjs'

const left = `node_modules/.slug/answer.txt`
const body = `return readFileSync('${left}', 'utf8') === 'works' ? text.trim().toLowerCase().replaceAll(' ', '-') : text`
await play({
  GREEN: async () => {
    await reach(() => write(left, 'works'))
    write(source, code(body, { before: uses('readFileSync', 'node:fs') }))
  },
})
