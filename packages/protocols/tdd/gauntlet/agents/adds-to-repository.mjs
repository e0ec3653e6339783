/** Leaves what it works on in the user’s repository as well. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { code, ground, reachOut, source, write } from './kit.mjs'

await reachOut(() => {
  const work = code('// Words in small letters, joined by hyphens: to be written.\n  throw new Error(String(text))')
  write(source, work)
  writeFileSync(join(ground.repository, 'planted.js'), work)
}, 'keep')
