/** The modules that the files of a project seem to be made of, for a person to confirm. */
import type { FoundModule } from '@sigma/memory'
import { moduleName } from '@sigma/protocols/modules'

/** Files that put a package together, and are no module of their own. */
const joining = /^(?:index|main|mod|types|.*\.d)\.[cm]?[jt]sx?$/

const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path)

const most = 24

/** `files`: source files, relative to the project. Each folder below their roots, and each file beside such folders. */
export function proposedModules(files: readonly string[]): readonly FoundModule[] {
  const named = files.filter(isCode).flatMap((path) => {
    const parts = path.split('/')
    // A file that lies in no folder has no root to be below of.
    const [first = '', ...deeper] = parts.length === 1 ? parts : parts.slice(1)
    const isFile = deeper.length === 0
    if (isFile && joining.test(first)) return []
    const name = nameOf(isFile ? first.replace(/\.[^.]+$/, '') : first)
    return name === null ? [] : [{ name, path, isFile }]
  })
  const all = [...Map.groupBy(named, ({ name }) => name)]
  const folders = all.filter(([, own]) => own.some(({ isFile }) => !isFile))
  const chosen = all.length <= most ? all : folders.length > 0 ? folders : all
  return chosen
    .toSorted(([a, own], [b, others]) => others.length - own.length || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([name, own]) => ({ name, files: own.map(({ path }) => path).toSorted((a, b) => (a < b ? -1 : 1)) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Null: no folder of a module could be called so. */
function nameOf(word: string): string | null {
  try {
    return moduleName(word)
  } catch {
    return null
  }
}
