/** The files of a commit. */
export type Mode = '100644' | '100755' | '120000' | '160000'

export interface Entry {
  readonly mode: Mode
  readonly oid: string
  /** In bytes; 0 for a submodule. */
  readonly size: number
  /** The blob of the commit, where something else lies in the file's place (Git LFS). */
  readonly pointer?: string
}

/** Files of a commit by path. */
export type Tree = ReadonlyMap<string, Entry>

/** A line of `ls-tree`, with the size or without. */
export function readEntry(line: string): readonly [path: string, entry: Entry] {
  const tab = line.indexOf('\t')
  const [mode = '', , oid = '', size = ''] = line.slice(0, tab).split(/ +/)
  return [line.slice(tab + 1), { mode: modeNamed(mode), oid, size: Number(size) || 0 }]
}

export function modeNamed(mode: string): Mode {
  if (mode === '100755' || mode === '120000' || mode === '160000') return mode
  return '100644'
}
