/**
 * What gates keep of a project, in the data folder: a file each, replaced in one step. Whoever else writes there can forge it, as
 * the journal beside it. What is damaged, foreign or too large is not there.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Kept } from '@sigma/engine'

export interface KeptBounds {
  readonly files: number
  readonly bytes: number
  readonly fileBytes: number
}

const usual: KeptBounds = { files: 48, bytes: 128 * 1024 * 1024, fileBytes: 32 * 1024 * 1024 }

const abandonedMs = 3_600_000

interface Lying {
  readonly name: string
  readonly bytes: number
  readonly usedAt: number
}

export function createKeptTexts(dataFolder: string, bounds: KeptBounds = usual): Kept {
  const folder = join(dataFolder, 'kept')
  const pathOf = (name: string): string => join(folder, `${name}.json`)
  /** A link, as a repository may bring it along, leads to files that are others'. */
  const isOwn = (): boolean => attempt(() => lstatSync(folder).isDirectory()) === true

  /** The last used first. */
  function lying(): readonly Lying[] {
    const found = isOwn() ? (attempt(() => readdirSync(folder)) ?? []) : []
    const files = found.flatMap((file): readonly Lying[] => {
      const name = file.replace(/\.json$/, '')
      const stat = isName(name) && name !== file ? lstatSync(join(folder, file), { throwIfNoEntry: false }) : undefined
      return stat?.isFile() === true ? [{ name, bytes: stat.size, usedAt: stat.mtimeMs }] : []
    })
    return files.toSorted((a, b) => b.usedAt - a.usedAt)
  }
  function sweep(): void {
    let bytes = 0
    for (const [at, each] of lying().entries()) {
      bytes += each.bytes
      if (at >= bounds.files || bytes > bounds.bytes) rmSync(pathOf(each.name), { force: true })
    }
    // Whoever wrote it has ended on the way.
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.new'))) {
      const stat = lstatSync(join(folder, file), { throwIfNoEntry: false })
      if (stat !== undefined && Date.now() - stat.mtimeMs > abandonedMs) rmSync(join(folder, file), { force: true })
    }
  }

  return {
    names: () => lying().map(({ name }) => name),
    get: (name) => (isName(name) && isOwn() ? (attempt(() => read(pathOf(name), bounds.fileBytes)) ?? null) : null),
    put: (name, text) => {
      if (!isName(name) || text.length > bounds.fileBytes) return
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        if (!isOwn()) return
        const written = join(folder, `${crypto.randomUUID()}.new`)
        writeFileSync(written, text, { flag: 'wx', mode: 0o600 })
        renameSync(written, pathOf(name))
        sweep()
      })
    },
  }
}

const isName = (name: string): boolean => /^[\w-]{1,100}$/.test(name)

/** What was used lives longer. */
function read(path: string, most: number): string | null {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > most) return null
    const text = readFileSync(file, 'utf8')
    attempt(() => utimesSync(path, new Date(), new Date()))
    return text
  } finally {
    closeSync(file)
  }
}

/** A full disk, or a folder that is not ours to write, costs what was to be kept and nothing else. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
