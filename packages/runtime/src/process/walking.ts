import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** These folders and all that lies in them, but for what has such a name: at most so many of it, for there may be very many. */
export async function* allIn(
  folders: readonly string[],
  most: number,
  foreign: ReadonlySet<string> = new Set(),
): AsyncGenerator<Stats> {
  const left = [...folders]
  let seen = 0
  for (let path = left.pop(); path !== undefined && seen < most; path = left.pop()) {
    seen += 1
    const stat = await lstat(path).catch(() => null)
    if (stat === null) continue
    yield stat
    if (!stat.isDirectory()) continue
    const names = await readdir(path).catch(() => [])
    for (const name of names) if (!foreign.has(name)) left.push(join(path, name))
  }
}
