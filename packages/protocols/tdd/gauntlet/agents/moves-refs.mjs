/** Makes a branch in the user’s repository. */
import { execFileSync } from 'node:child_process'
import { ground, reachOut } from './kit.mjs'

await reachOut(() => execFileSync('git', ['branch', 'planted'], { cwd: ground.repository, stdio: 'ignore' }))
