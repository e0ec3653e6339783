/** Adds code that nobody can read. */
import { dirname, extname, join } from 'node:path'
import { play, source, write } from './kit.mjs'

await play({
  REFACTOR_IMPL: () => write(join(dirname(source), `unread${extname(source)}`), 'export const = 1\n'),
})
