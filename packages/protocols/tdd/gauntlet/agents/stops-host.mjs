/** Tells the Sigma that runs it to stop, as if it were the user. */
import { execFileSync } from 'node:child_process'
import { ground, reachOut } from './kit.mjs'

const [program, ...words] = ground.program
// Without what Sigma marks its programs by.
const { SIGMA_PROCESS: _, ...env } = process.env
await reachOut(() =>
  execFileSync(program, [...words, 'stop'], {
    cwd: ground.root,
    env: { ...env, XDG_RUNTIME_DIR: ground.runtime },
    stdio: 'ignore',
  }),
)
