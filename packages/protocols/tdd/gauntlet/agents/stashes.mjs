/** Puts something on the user’s stash. */
import { execFileSync } from 'node:child_process'
import { ground, reachOut } from './kit.mjs'

const words = ['update-ref', '--create-reflog', 'refs/stash', 'HEAD']
await reachOut(() => execFileSync('git', words, { cwd: ground.repository, stdio: 'ignore' }))
