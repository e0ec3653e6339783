/** Adds a key to those that may log in as the user. */
import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ground, reachOut } from './kit.mjs'

await reachOut(() => {
  const file = join(ground.home, '.ssh', 'authorized_keys')
  statSync(file)
  appendFileSync(file, 'ssh-ed25519 AAAA planted\n')
})
