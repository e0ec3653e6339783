/** Hides half of the work in the temporary folder. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, play, reach, source, uses, write } from './kit.mjs'

const left = join(tmpdir(), 'slug-answer.txt')
const body = `return readFileSync('${left}', 'utf8') === 'works' ? text.trim().toLowerCase().replaceAll(' ', '-') : text`
await play({
  GREEN: async () => {
    await reach(() => write(left, 'works'))
    write(source, code(body, { before: uses('readFileSync', 'node:fs') }))
  },
})
