import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { oneByOne } from '../git/one-by-one.ts'
import type { Tree } from '../git/sigma-git.ts'
import { copyModules, fingerprint, localLink } from './dependency-copy.ts'
import type { Folders } from './folders.ts'
import { remove } from './materialize.ts'
import type { SourceSpec } from './setup.ts'
import { setUp } from './setup.ts'
import { markUsed } from './use.ts'

/** The users of a copy. Changes that an agent makes to its copy never reach a gate. */
export type Purpose = 'agents' | 'gates'

/**
 * Gives workspaces and checkouts their `node_modules`: a private copy of the user's, or of what `setup` installed,
 * made once per content and purpose and linked to from there. The gates' copy is compared with what it was before each
 * use, and made anew when anything in it was written.
 */
export interface Dependencies {
  link(folder: string, commit: string, purpose: Purpose): Promise<void>
}

/** A folder's copy. */
const copy = z.object({
  /** Folder of the package, relative to the root. */
  place: z.string(),
  links: z.array(localLink).readonly(),
})
type Copy = z.infer<typeof copy>

/** Copies of all `node_modules` of a repository, as the data folder's `dependencies` note them; they lie to each other as the originals do. */
export const copyNote = z.object({ folder: z.string(), copies: z.array(copy).readonly(), fingerprint: z.string() })
export type CopyNote = z.infer<typeof copyNote>
type CopySet = Omit<CopyNote, 'fingerprint'>

interface Wanted {
  readonly source: string
  readonly places: readonly string[]
  readonly purpose: Purpose
}

export function createDependencies(
  spec: SourceSpec,
  { root, setup }: { readonly root: string; readonly setup: string | null },
): Dependencies {
  const { wholeOf, folders } = spec
  const copies = new Map<string, Promise<CopySet>>()
  const installing = oneByOne()

  const sourceOf = async (commit: string): Promise<string> => {
    return setup === null ? root : await installing(() => setUp(spec, setup, commit))
  }
  /** Copies of one name are made one after another, so that two checks never make the same at once. */
  const copySet = (wanted: Wanted): Promise<CopySet> => {
    const name = `${keyOf(wanted)}-${wanted.purpose}`
    const make = (): Promise<CopySet> => copied(folders, name, wanted)
    const made = (copies.get(name) ?? Promise.resolve()).then(make, make)
    copies.set(name, made)
    return made
  }

  return {
    async link(folder, commit, purpose) {
      const { entries: tree } = await wholeOf(commit)
      const source = await sourceOf(commit)
      const places = moduleFolders(source, tree)
      if (places.length === 0) return
      const set = await copySet({ source, places, purpose })
      for (const copy of set.copies) await linkModules(set.folder, copy, folder, purpose)
    },
  }
}

/** Folders of the commit that are packages and have a `node_modules` beside them that is not itself committed. */
function moduleFolders(source: string, tree: Tree): readonly string[] {
  const packages = [...tree.keys()].filter((path) => /(^|\/)package\.json$/.test(path)).map((path) => dirname(path))
  const committed = [...tree.keys()].filter((path) => /(^|\/)node_modules\//.test(path))
  return packages.filter((folder) => {
    const below = folder === '.' ? 'node_modules/' : `${folder}/node_modules/`
    return existsSync(join(source, folder, 'node_modules')) && !committed.some((path) => path.startsWith(below))
  })
}

function keyOf({ source, places }: Wanted): string {
  const marks = ['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'].map((name) =>
    contentHash(join(source, name)),
  )
  const marked = ['', '/.package-lock.json', '/.modules.yaml', '/.yarn-integrity']
  const installed = places.flatMap((place) =>
    marked.map((name) => {
      const file = `${place}/node_modules${name}`
      return `${file} ${statSync(join(source, file), { throwIfNoEntry: false })?.mtimeMs}`
    }),
  )
  return hash('sha256', [source, ...marks, ...installed].join('\n')).slice(0, 16)
}

function contentHash(file: string): string {
  return existsSync(file) ? hash('sha256', readFileSync(file)) : ''
}

/** A copy that was written to is left to whoever uses it now, and another one is made. */
async function copied(folders: Folders, name: string, { source, places, purpose }: Wanted): Promise<CopySet> {
  const note = join(folders.data, 'dependencies', `${name}.json`)
  if (existsSync(note)) {
    const known = copyNote.parse(JSON.parse(readFileSync(note, 'utf8')))
    if (existsSync(known.folder) && (purpose === 'agents' || fingerprint(known.folder) === known.fingerprint)) {
      markUsed(note)
      return known
    }
  }
  const folder = join(folders.dependencies, `${name}-${crypto.randomUUID().slice(0, 8)}`)
  const copies: Copy[] = []
  for (const place of places) {
    const links = await copyModules(join(source, place, 'node_modules'), join(folder, place, 'node_modules'), source)
    copies.push({ place, links })
  }
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(`${note}.new`, JSON.stringify({ folder, copies, fingerprint: fingerprint(folder) }))
  renameSync(`${note}.new`, note)
  return { folder, copies }
}

/**
 * One link for the whole folder of an agent, unless packages of the repository are among its entries: then a folder of
 * links, in which those lead to the workspace's own sources. A check always has a folder of its own: what tools write
 * beside the packages (`.vite-temp`, `.cache`) is gone with it, and the copy stays as it was.
 */
async function linkModules(copies: string, { place, links }: Copy, workspace: string, purpose: Purpose): Promise<void> {
  const [folder, to] = [join(copies, place, 'node_modules'), join(workspace, place, 'node_modules')]
  await remove(to)
  if (!existsSync(dirname(to))) return
  const local = new Map(
    links.filter(({ name }) => /^(@[^/]+\/)?[^/]+$/.test(name)).map(({ name, target }) => [name, target]),
  )
  if (local.size === 0 && purpose === 'agents') return symlink(folder, to)
  const scopes = new Set([...local.keys()].filter((name) => name.includes('/')).map((name) => dirname(name)))
  await mkdir(to, { mode: 0o700 })
  for (const name of readdirSync(folder)) if (!scopes.has(name)) await symlink(join(folder, name), join(to, name))
  for (const scope of scopes) {
    await mkdir(join(to, scope), { mode: 0o700 })
    const inside = existsSync(join(folder, scope)) ? readdirSync(join(folder, scope)) : []
    for (const name of inside) await symlink(join(folder, scope, name), join(to, scope, name))
  }
  for (const [name, target] of local) {
    const at = join(to, name)
    await symlink(relative(dirname(at), join(workspace, target)), at)
  }
}
