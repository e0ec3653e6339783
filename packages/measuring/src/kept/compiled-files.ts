/** Files that `jest-compiled.cjs` left, as one: tested code could write there too, so nothing of it is taken for granted. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CompiledFiles {
  /** Lines `key start code map`, the last three in bytes. */
  readonly index: string
  readonly data: string
}

/** More costs more to lay than to compile. */
const mostBytes = 16 * 1024 * 1024

/** The newest first; what is too much, or no part of it, is left out. */
export function gathered(folder: string): CompiledFiles {
  const lines: string[] = []
  const parts: Buffer[] = []
  const known = new Set<string>()
  let end = 0
  for (const name of indexesIn(folder)) {
    const index = own(join(folder, name))?.toString('utf8') ?? ''
    const data = own(join(folder, name.replace(/index$/, 'data'))) ?? Buffer.alloc(0)
    for (const line of index.split('\n')) {
      const [key, start, code, map] = /^([0-9a-f]{64}) (\d+) (\d+) (-1|\d+)$/.exec(line)?.slice(1) ?? []
      if (key === undefined || known.has(key)) continue
      const length = Number(code) + Math.max(0, Number(map))
      const part = data.subarray(Number(start), Number(start) + length)
      if (part.length !== length || end + length > mostBytes) continue
      known.add(key)
      lines.push(`${key} ${end} ${code} ${map}\n`)
      parts.push(part)
      end += length
    }
  }
  return { index: lines.join(''), data: Buffer.concat(parts).toString('utf8') }
}

function indexesIn(folder: string): readonly string[] {
  try {
    const isFolder = lstatSync(folder).isDirectory()
    const names = isFolder ? readdirSync(folder).filter((name) => name.endsWith('.index')) : []
    return names.toSorted((a, b) => Number(a === 'laid.index') - Number(b === 'laid.index'))
  } catch {
    return []
  }
}

/** Null: it is no plain file of a fitting size. A link would lead to files of others. */
function own(path: string): Buffer | null {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stat = fstatSync(file)
      return stat.isFile() && stat.size <= mostBytes ? readFileSync(file) : null
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
