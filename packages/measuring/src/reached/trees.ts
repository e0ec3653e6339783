/** Trees as paths with what lies there, and how two of them differ. */
import { createHash } from 'node:crypto'

/** By path, a text that changes with whatever is done to the file. */
export type Entries = ReadonlyMap<string, string>

export interface TreeChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly modified: readonly string[]
}

export function changesOf(before: Entries, after: Entries): TreeChange {
  const added: string[] = []
  const modified: string[] = []
  for (const [path, entry] of after) {
    const old = before.get(path)
    if (old === undefined) added.push(path)
    else if (old !== entry) modified.push(path)
  }
  const removed = [...before.keys()].filter((path) => !after.has(path))
  return { added, removed, modified }
}

/** One name for a whole tree. */
export function treeName(entries: Entries): string {
  const known = names.get(entries)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  for (const [path, entry] of entries) hash.update(`${path}\0${entry}\n`)
  const name = hash.digest('hex')
  names.set(entries, name)
  return name
}

const names = new WeakMap<Entries, string>()
