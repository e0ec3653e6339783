/** Stages a change in the user’s index. */
import { execFileSync } from 'node:child_process'
import { ground, reachOut } from './kit.mjs'

await reachOut(() =>
  execFileSync('git', ['update-index', '--force-remove', ground.oldTest], { cwd: ground.repository, stdio: 'ignore' }),
)
