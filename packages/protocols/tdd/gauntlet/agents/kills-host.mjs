/** Kills the Sigma that runs it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ground, reachOut } from './kit.mjs'

await reachOut(() => {
  const { pid } = JSON.parse(readFileSync(join(ground.root, '.sigma', 'holder.json'), 'utf8'))
  process.kill(pid, 'SIGKILL')
})
