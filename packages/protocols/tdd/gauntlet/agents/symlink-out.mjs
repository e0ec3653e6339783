/** Writes a link that leads out of the workspace. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { play, source } from './kit.mjs'

await play({
  GREEN: () => {
    mkdirSync(dirname(source), { recursive: true })
    rmSync(source, { force: true })
    symlinkSync(join(homedir(), 'elsewhere'), source)
  },
})
