/** The files of a commit, told by those of another and by what differs: a small part of a large tree is read. */
import { isUtf8 } from 'node:buffer'
import type { GitCall, GitOutput } from './git.ts'
import { type Entry, modeNamed, type Tree } from './tree.ts'

export interface KnownTree {
  readonly commit: string
  readonly tree: Tree
}

export interface Asking {
  readonly run: (call: GitCall) => Promise<GitOutput>
  /** Undefined: git is asked. */
  readonly sizeOf: (oid: string) => number | undefined
}

/** Beyond it the whole list is read as fast. */
const mostChanges = 2_000

/** In the order of git's own list. Null: too much differs, or a name is no text. */
export async function treeBy(
  { run, sizeOf }: Asking,
  { commit: from, tree: known }: KnownTree,
  commit: string,
): Promise<Tree | null> {
  const options = ['-r', '-z', '--raw', '--no-renames', '--no-abbrev']
  const differences = await run({ verb: 'diff-tree', options, revisions: [from, commit] })
  if (!isUtf8(differences.stdout)) return null
  const fields = differences.fields()
  if (fields.length > 2 * mostChanges) return null
  const changes = changesIn(fields)
  const sizes = await sizesOf(
    { run, sizeOf },
    changes.flatMap(({ mode, oid }) => (mode === '000000' || mode === '160000' ? [] : [oid])),
  )
  const tree = new Map<string, Entry>(known)
  const added: [string, Entry][] = []
  for (const { path, mode, oid } of changes) {
    const entry: Entry = { mode: modeNamed(mode), oid, size: sizes.get(oid) ?? 0 }
    if (mode === '000000') tree.delete(path)
    else if (known.has(path)) tree.set(path, entry)
    else added.push([path, entry])
  }
  return added.length === 0 ? tree : withAdded([...tree], added)
}

interface Changed {
  readonly path: string
  readonly mode: string
  readonly oid: string
}

/** Each is `:<mode> <mode> <oid> <oid> <status>` and, as a field of its own, the path. */
function changesIn(fields: readonly string[]): readonly Changed[] {
  const changes: Changed[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , oid = ''] = (fields[at] ?? '').split(' ')
    changes.push({ path: fields[at + 1] ?? '', mode, oid })
  }
  return changes
}

async function sizesOf({ run, sizeOf }: Asking, oids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const known = new Map(
    oids.flatMap((oid) => {
      const size = sizeOf(oid)
      return size === undefined ? [] : [[oid, size] as const]
    }),
  )
  const asked = oids.filter((oid) => !known.has(oid))
  if (asked.length === 0) return known
  const answer = await run({ verb: 'cat-file', options: ['--batch-check'], stdin: `${asked.join('\n')}\n` })
  const told = answer.lines().map((line) => {
    const [oid = '', , size = ''] = line.split(' ')
    return [oid, Number(size) || 0] as const
  })
  return new Map([...known, ...told])
}

/** Git sorts by the bytes of whole paths. */
function withAdded(entries: [string, Entry][], added: readonly (readonly [string, Entry])[]): Tree {
  const bytes = (path: string): Buffer => Buffer.from(path)
  for (const [path, entry] of added) {
    const own = bytes(path)
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (Buffer.compare(bytes(entries[middle]?.[0] ?? ''), own) < 0) low = middle + 1
      else high = middle
    }
    entries.splice(low, 0, [path, entry])
  }
  return new Map(entries)
}
