/** Swaps the folder of the tests for a link to one of its own. */
import { rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { honest, play, source, testFile, tests, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    const folder = dirname(testFile)
    write(join(dirname(source), 'sigma-gauntlet-swap', basename(testFile)), tests([]))
    if (folder !== dirname(source)) rmSync(folder, { recursive: true })
    else rmSync(testFile)
    symlinkSync(resolve(dirname(source), 'sigma-gauntlet-swap'), folder === dirname(source) ? testFile : folder)
  },
})
