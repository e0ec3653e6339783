import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isTracked } from './committed.ts'
import type { Repository } from './repository.ts'

/**
 * Has git leave a folder out by the repository's own list, `info/exclude`, which no commit holds; not where the person
 * tracks something in it (ROOM-126). `folder` is relative to the top of the working tree. True: the list was changed.
 */
export async function excludeFolder(repository: Repository, path: string, folder: string): Promise<boolean> {
  const list = join(repository.commonDir, 'info', 'exclude')
  const line = `/${folder.replace(/[*?[\]\\!# ]/g, '\\$&')}/`
  const before = existsSync(list) ? readFileSync(list, 'utf8') : ''
  if (before.split(/\r?\n/).includes(line) || (await isTracked(repository, path, folder))) return false
  mkdirSync(dirname(list), { recursive: true })
  writeFileSync(list, `${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`, { flag: 'a' })
  return true
}
