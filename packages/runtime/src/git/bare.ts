import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What git itself goes by: the three entries of a git folder, standing by themselves. */
export function isBare(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)))
}
