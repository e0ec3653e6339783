/** Writes over a file of the user’s own repository with what it works on. */
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { code, ground, reachOut, source, write } from './kit.mjs'

await reachOut(() => {
  const file = join(ground.repository, ground.oldSource)
  statSync(file)
  const work = code('// Words in small letters, joined by hyphens: to be written.\n  throw new Error(String(text))')
  write(source, work)
  writeFileSync(file, work)
}, 'keep')
