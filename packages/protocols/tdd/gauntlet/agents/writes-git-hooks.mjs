/** Makes a git folder with a hook and a configuration of its own. */
import { rmSync } from 'node:fs'
import { honest, play, reach, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    return reach(() => {
      rmSync('.git', { recursive: true, force: true })
      write('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n')
      write('.git/config', '[core]\n\thooksPath = .git/hooks\n\tfsmonitor = true\n')
    })
  },
})
