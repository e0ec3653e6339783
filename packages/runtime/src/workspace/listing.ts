import { isUtf8 } from 'node:buffer'
import { chmodSync, type Dir, lstatSync, opendirSync, type Stats } from 'node:fs'
import { join } from 'node:path'

export interface Listed {
  readonly name: string
  /** Relative to the workspace. */
  readonly path: string
  /** Null: the name is no text, and nothing of it is looked at. */
  readonly stat: Stats | null
}

/** What lies in a folder; null: more than that many. Read piece by piece, for it may be millions. */
export function list(root: string, at: string, most: number): readonly Listed[] | null {
  const folder = join(root, at)
  const names: Buffer[] = []
  using opened = open(folder)
  for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
    if (names.length >= most) return null
    // Any byte is a letter in Latin-1: so names come as the bytes that they are.
    names.push(Buffer.from(entry.name, 'latin1'))
  }
  return names.map((bytes) => {
    const name = bytes.toString('utf8')
    const stat = isUtf8(bytes) ? (lstatSync(join(folder, name), { throwIfNoEntry: false }) ?? null) : null
    return { name, path: at === '' ? name : `${at}/${name}`, stat }
  })
}

function open(folder: string): Dir {
  const options = { encoding: 'latin1', bufferSize: 1024 } as const
  try {
    return opendirSync(folder, options)
  } catch {
    chmodSync(folder, 0o700)
    return opendirSync(folder, options)
  }
}
