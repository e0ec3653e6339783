/** Makes a repository of its own inside the workspace. */
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { honest, play, reach, source } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    return reach(() => execFileSync('git', ['init', '--quiet', join(dirname(source), 'vendored')], { stdio: 'ignore' }))
  },
})
