import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What is not looked into: it is not the agent's work, and large. */
const foreign: ReadonlySet<string> = new Set(['node_modules', '.git'])
const mostEntries = 5_000

/** How long ago anything in a folder was changed, in milliseconds; of a very large one, in the first part of it. */
export async function unchangedFor(folder: string): Promise<number> {
  const left = [folder]
  let newest = 0
  let entries = 0
  for (let path = left.pop(); path !== undefined && entries < mostEntries; path = left.pop()) {
    entries += 1
    const stat = await lstat(path).catch(() => null)
    if (stat === null) continue
    newest = Math.max(newest, stat.ctimeMs)
    const inside = path
    if (stat.isDirectory()) {
      const names = await readdir(inside).catch(() => [])
      left.push(...names.filter((name) => !foreign.has(name)).map((name) => join(inside, name)))
    }
  }
  return Math.max(0, Date.now() - newest)
}
