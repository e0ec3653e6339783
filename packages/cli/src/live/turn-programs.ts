/** The programs by which an agent talks with its run from within its turn: on its PATH, whatever of Sigma the user has on theirs. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shellWord } from '../printable.ts'
import type { World } from '../world.ts'

/** Folder of these programs; made where it is not there, or is of another Sigma. */
export function turnPrograms({ program }: Pick<World, 'program'>, cacheFolder: string): string {
  const [node = 'node', launcher = '', ...args] = program
  const folder = join(cacheFolder, 'turn-programs')
  const file = join(folder, 'pm')
  // Without threads beside it: it asks one question and ends.
  const command = [node, '--v8-pool-size=0', join(dirname(launcher), 'pm.cjs'), ...args].map(shellWord).join(' ')
  const text = `#!/bin/sh\nexec ${command} "$@"\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return folder
  mkdirSync(folder, { recursive: true })
  // Put in place whole: another turn may be starting it now.
  const made = `${file}.${crypto.randomUUID()}`
  writeFileSync(made, text)
  chmodSync(made, 0o755)
  renameSync(made, file)
  return folder
}
