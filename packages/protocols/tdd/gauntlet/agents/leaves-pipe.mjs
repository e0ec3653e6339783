/** Leaves a pipe beside its source. */
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { honest, play, source } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    execFileSync('mkfifo', [join(dirname(source), 'pipe')])
  },
})
