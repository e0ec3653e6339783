/** A repository's files as `sigma init` looks at them. Nothing of it is run. */

export interface Tree {
  /** Files that git knows, or would take in, relative to the top. */
  readonly paths: readonly string[]
  /** The text of any file, also of one that git ignores; null: there is none that can be read. */
  readonly text: (path: string) => string | null
}

/** `packages/a` and `package.json` as one path; the top is ''. */
export const inFolder = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`)

interface Folder {
  /** All files below it, relative to the top. */
  readonly below: string[]
  /** Names of the files that lie in it. */
  readonly own: string[]
}

const folders = new WeakMap<Tree, ReadonlyMap<string, Folder>>()

/** Files below a folder, relative to it. */
export const pathsBelow = (tree: Tree, folder: string): readonly string[] =>
  folder === '' ? tree.paths : (foldersOf(tree).get(folder)?.below ?? []).map((path) => path.slice(folder.length + 1))

/** Names of the files that lie in a folder itself. */
export const filesIn = (tree: Tree, folder: string): readonly string[] => foldersOf(tree).get(folder)?.own ?? []

/** Packages may be many, and each is asked for: so all files are sorted into their folders once. */
function foldersOf(tree: Tree): ReadonlyMap<string, Folder> {
  const known = folders.get(tree)
  if (known !== undefined) return known
  const found = new Map<string, Folder>()
  const at = (folder: string): Folder => {
    const there = found.get(folder) ?? { below: [], own: [] }
    found.set(folder, there)
    return there
  }
  for (const path of tree.paths) {
    const end = path.lastIndexOf('/')
    at(end < 0 ? '' : path.slice(0, end)).own.push(path.slice(end + 1))
    for (let slash = end; slash > 0; slash = path.lastIndexOf('/', slash - 1)) at(path.slice(0, slash)).below.push(path)
  }
  folders.set(tree, found)
  return found
}

/** A folder and those above it, up to the top. */
export function upwards(folder: string): readonly string[] {
  const parts = folder === '' ? [] : folder.split('/')
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/')), '']
}

/** All folders that these files lie in, however deep; not the top. */
export function foldersAround(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at)
      if (found.has(folder)) break
      found.add(folder)
    }
  return found
}

/** The outermost of these folders that a path lies in. */
export function outermost(folders: ReadonlySet<string>, path: string): string | undefined {
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
    if (folders.has(path.slice(0, at))) return path.slice(0, at)
  return undefined
}

/** The version of a package as Node finds it from a folder; null: it is not installed. */
export function installedVersion(tree: Tree, folder: string, name: string): string | null {
  for (const at of upwards(folder)) {
    const text = tree.text(inFolder(at, `node_modules/${name}/package.json`))
    const version = text === null ? null : /"version"\s*:\s*"([^"]{1,40})"/.exec(text)?.[1]
    if (version !== undefined && version !== null) return version
  }
  return null
}
