/** The `node_modules` of a workspace or checkout: a folder of links to packages that lie elsewhere, or one link for all. */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isToolCache, type LocalLink } from './dependency-copy.ts'
import { remove } from './materialize.ts'

export interface Modules {
  /** The `node_modules` that is linked to. */
  readonly from: string
  /** Folder of the package in the workspace, `.` for the top. */
  readonly place: string
  /** Packages of the repository, which lead to the workspace's own sources. */
  readonly local: readonly LocalLink[]
}

export async function linkWhole({ from, place }: Modules, workspace: string): Promise<void> {
  const to = join(workspace, place, 'node_modules')
  await remove(to)
  if (existsSync(dirname(to))) symlinkSync(from, to)
}

/** What tools write beside the packages (`.vite-temp`, `.cache`) is written here, and what is linked to stays as it was. */
export async function linkEach({ from, place, local }: Modules, workspace: string): Promise<void> {
  const to = join(workspace, place, 'node_modules')
  await remove(to)
  if (!existsSync(dirname(to))) return
  const own = new Map(topOf(local).map(({ name, target }) => [name, target]))
  const scopes = new Set([...own.keys()].filter((name) => name.includes('/')).map((name) => dirname(name)))
  mkdirSync(to, { mode: 0o700 })
  symlinkSync(from, join(to, way))
  for (const name of namesIn(from)) {
    const isOther = scopes.has(name) || own.has(name) || isToolCache(name) || name === way
    if (!isOther) symlinkSync(join(way, name), join(to, name))
  }
  for (const scope of scopes) {
    mkdirSync(join(to, scope), { mode: 0o700 })
    for (const name of namesIn(join(from, scope)))
      if (!own.has(`${scope}/${name}`)) symlinkSync(join('..', way, scope, name), join(to, scope, name))
  }
  for (const [name, target] of own) {
    const at = join(to, name)
    symlinkSync(relative(dirname(at), join(workspace, target)), at)
  }
}

/**
 * By this link all others lead out: the target of a short one has room beside its name, where a long one takes a block of
 * the disk, and five times as long to make and to remove.
 */
const way = '.sigma-way'

/** Links right below `node_modules`, in a scope or among the programs. Deeper ones are left out. */
export const topOf = (links: readonly LocalLink[]): readonly LocalLink[] =>
  links.filter(({ name }) => /^((@[^/]+|\.bin)\/)?[^/]+$/.test(name))

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : [])
