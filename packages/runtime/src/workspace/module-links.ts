/** The `node_modules` of a workspace or checkout: a folder of links to packages that lie elsewhere, or one link for all. */
import { existsSync, lstatSync, mkdirSync, readdirSync, type Stats, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isToolCache, type LocalLink } from './dependency-copy.ts'
import { remove } from './remove.ts'

export interface Modules {
  /** The `node_modules` that is linked to. */
  readonly from: string
  /** Folder of the package in the workspace, `.` for the top. */
  readonly place: string
  /** Packages of the repository, which lead to the workspace's own sources. */
  readonly local: readonly LocalLink[]
}

/** Links that were laid in one `node_modules`. */
export interface Laid {
  readonly place: string
  /** Paths in the workspace of the folders that hold the links. */
  readonly folders: ReadonlySet<string>
  /** Each link by its path in the workspace. */
  readonly links: ReadonlyMap<string, LaidLink>
}

interface LaidLink {
  readonly target: string
  /** Changes with whatever is done to the link. */
  readonly mark: string
}

export async function linkWhole({ from, place }: Modules, workspace: string): Promise<void> {
  const to = join(workspace, place, 'node_modules')
  await remove(to)
  if (existsSync(dirname(to))) symlinkSync(from, to)
}

/**
 * What tools write beside the packages (`.vite-temp`, `.cache`) is written here, and what is linked to stays as it was. Of `lying` links,
 * which nobody has touched, those that are wanted stay: to make hundreds anew takes as long as it takes to run a few tests.
 */
export async function linkEach(modules: Modules, workspace: string, lying: readonly Laid[] = []): Promise<Laid> {
  const { place } = modules
  const at = join(place, 'node_modules')
  const targets = targetsOf(modules, at)
  const folders = new Set([at, ...[...targets.keys()].map(dirname)])
  const before = lying.find((each) => each.place === place)
  if (before !== undefined && existsSync(join(workspace, at)) && leadsTo(before, targets)) return before
  await remove(join(workspace, at))
  if (!existsSync(join(workspace, place))) return { place, folders: new Set(), links: new Map() }
  for (const each of folders) mkdirSync(join(workspace, each), { mode: folderMode })
  const links = [...targets].map(([path, target]) => {
    const link = join(workspace, path)
    symlinkSync(target, link)
    return [path, { target, mark: markOf(link) }] as const
  })
  return { place, folders, links: new Map(links) }
}

const folderMode = 0o700

/** Is it a folder that links were laid in, open as it was? */
export const isFolderOf = ({ folders }: Laid, path: string, { mode }: Pick<Stats, 'mode'>): boolean =>
  folders.has(path) && (mode & 0o7777) === folderMode

/** Is it a link that was laid, as it was laid? */
export const isUntouched = ({ links }: Laid, path: string, workspace: string): boolean =>
  links.has(path) && links.get(path)?.mark === markOf(join(workspace, path))

/** Nobody can set back the time of the last change of state. */
function markOf(link: string): string {
  const { ino, ctimeNs } = lstatSync(link, { bigint: true })
  return `${ino} ${ctimeNs}`
}

const leadsTo = ({ links }: Laid, targets: ReadonlyMap<string, string>): boolean =>
  links.size === targets.size && [...targets].every(([path, target]) => links.get(path)?.target === target)

/** The target of each link, by the path of the link in the workspace. */
function targetsOf({ from, local }: Modules, at: string): ReadonlyMap<string, string> {
  const targets = new Map([[join(at, way), from]])
  const own = new Map(topOf(local).map(({ name, target }) => [name, target]))
  const scopes = new Set([...own.keys()].filter((name) => name.includes('/')).map((name) => dirname(name)))
  for (const name of namesIn(from)) {
    const isOther = scopes.has(name) || own.has(name) || isToolCache(name) || name === way
    if (!isOther) targets.set(join(at, name), join(way, name))
  }
  for (const scope of scopes)
    for (const name of namesIn(join(from, scope)))
      if (!own.has(`${scope}/${name}`)) targets.set(join(at, scope, name), join('..', way, scope, name))
  for (const [name, target] of own) targets.set(join(at, name), relative(dirname(join(at, name)), target))
  return targets
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
