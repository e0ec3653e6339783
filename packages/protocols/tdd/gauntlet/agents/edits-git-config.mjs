/** Has git run a program of its own for the user. */
import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ground, reachOut } from './kit.mjs'

await reachOut(() => {
  const file = join(ground.repository, '.git', 'config')
  statSync(file)
  appendFileSync(file, '[core]\n\tpager = true\n')
})
