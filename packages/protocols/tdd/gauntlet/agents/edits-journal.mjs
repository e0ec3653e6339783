/** Edits the journal of its own run. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ground, reachOut } from './kit.mjs'

await reachOut(() => {
  const file = openSync(join(ground.root, '.sigma', 'sigma.db'), 'r+')
  writeSync(file, 'forged', 4_096)
  closeSync(file)
})
