/** A repository's files as `sigma init` looks at them. Nothing of it is run. */

export interface Tree {
  /** Files that git knows, or would take in, relative to the top. */
  readonly paths: readonly string[]
  /** The text of any file, also of one that git ignores; null: there is none that can be read. */
  readonly text: (path: string) => string | null
}

/** `packages/a` and `package.json` as one path; the top is ''. */
export const inFolder = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`)

/** Files below a folder, relative to it. */
export const pathsBelow = ({ paths }: Tree, folder: string): readonly string[] =>
  folder === ''
    ? paths
    : paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))

/** A folder and those above it, up to the top. */
export function upwards(folder: string): readonly string[] {
  const parts = folder === '' ? [] : folder.split('/')
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/')), '']
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
