/** The globs of `source`: what tests import, what others load of the package, and folders whose names say so. */
import { createMatcher } from '@sigma/engine'
import { isCode } from '@sigma/measuring'
import { seemsTest } from './test-globs.ts'
import { outermost } from './tree.ts'

export interface SourceGlobs {
  readonly globs: readonly string[]
  readonly files: readonly string[]
  /** By what tests import, what others load, or a folder with a usual name; else it is only what else there is. */
  readonly isSure: boolean
}

export interface SourceSigns {
  /** Files of the package, relative to it. */
  readonly files: readonly string[]
  readonly isTest: (path: string) => boolean
  /** Files that tests import. */
  readonly imported: readonly string[]
  /** Files that others load of the package. */
  readonly entries: readonly string[]
  /** Folders of further packages within this one, relative to it. */
  readonly members: readonly string[]
}

const named: ReadonlySet<string> = new Set(['src', 'lib', 'source', 'sources', 'app', 'classes'])
/** Code that nobody tests, or that is made from other code. */
const apart =
  /^(\..*|node_modules|docs?|documentation|examples?|demos?|playgrounds?|sandbox|website|site|scripts|tools|tasks|ci|bench|benchmarks?|perf|e2e|cypress|playwright|dist|build|out|output|coverage|vendor|public|static|assets|fixtures?|__fixtures__|__mocks__|mocks|types|typings|stories|test-utils|patches|memory-bank|sigma-prompts|deno|esm|cjs|umd)$/
const endings = '{js,mjs,cjs,ts,mts,cts,jsx,tsx}'

const isTask = (name: string): boolean =>
  /^\.|\.(config|conf|setup|workspace)\.|^(gulpfile|gruntfile|rakefile|makefile|karma|webpack|rollup|jest|vitest|vite|babel|setup|test-setup|setuptests|commitlint)\b/i.test(
    name,
  )

export function sourceGlobs({ files, isTest, imported, entries, members }: SourceSigns): SourceGlobs {
  const all = files.filter(
    (path) => isCode(path) && !isTest(path) && !seemsTest(path) && !/\.(bench|stories)\./.test(path),
  )
  const known = new Set(members)
  const inMember = (path: string): string | undefined => outermost(known, path)
  const own = all.filter((path) => inMember(path) === undefined)
  const isCodeHere = new Set(all)
  const signs = [...imported, ...entries].filter((path) => isCodeHere.has(path))
  const top = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')
  const tested = new Set(imported.filter((path) => isCodeHere.has(path)).map(top))
  const folders = [...new Set(own.map(top))].filter((folder) => folder !== '')
  const isMeant = (folder: string): boolean =>
    tested.has(folder) || named.has(folder) || (signs.some((path) => top(path) === folder) && !apart.test(folder))
  const meant = folders.filter((folder) => isMeant(folder) && !isBuilt(folder, folders, own, tested))
  const isLaidOut = all.some((path) => named.has(folderIn(path, inMember(path))))
  const inMembers = [...new Set(all.flatMap((path) => memberGlob(path, inMember(path), isLaidOut) ?? []))]
  const rootFiles = own.filter((path) => top(path) === '' && !isTask(path))
  const globs = [...meant.map((folder) => `${folder}/**`), ...inMembers]
  const withFiles = [
    ...globs,
    ...(globs.length > 0 ? rootFiles.filter((path) => signs.includes(path)) : flat(rootFiles, own)),
  ]
  const found = withFiles.length > 0 ? withFiles : others(folders)
  if (found.length === 0) return { globs: ['src/**'], files: [], isSure: false }
  const isSource = createMatcher(found)
  return {
    globs: found,
    files: all.filter((path) => isSource(path) && (path.includes('/') || !isTask(path))),
    isSure: meant.length + inMembers.length + signs.length > 0,
  }
}

/** The folder of a package of a monorepo in which a file lies; '' is the package's own. */
const folderIn = (path: string, member: string | undefined): string =>
  member === undefined ? '' : (/^[^/]+(?=\/)/.exec(path.slice(member.length + 1))?.[0] ?? '')

/** `packages/a/src/b.ts` → all packages beside it; files of theirs count where none has a folder of source. */
function memberGlob(path: string, member: string | undefined, isLaidOut: boolean): string | null {
  if (member === undefined || apart.test(member.slice(member.lastIndexOf('/') + 1))) return null
  const [folder = '', ...below] = path.slice(member.length + 1).split('/')
  const beside = member.includes('/') ? `${member.slice(0, member.lastIndexOf('/'))}/*` : member
  if (below.length === 0) return isTask(folder) || isLaidOut ? null : `${beside}/*.${endings}`
  return named.has(folder) ? `${beside}/${folder}/**` : null
}

/** Compiled code that is kept beside its source: nobody tests it, and every file of it is made from one there. */
function isBuilt(
  folder: string,
  folders: readonly string[],
  files: readonly string[],
  tested: ReadonlySet<string>,
): boolean {
  if (folder === 'src' || tested.has(folder) || !folders.includes('src')) return false
  const stem = (path: string): string => path.slice(path.indexOf('/') + 1).replace(/\.\w+$/, '')
  const made = new Set(files.filter((path) => path.startsWith('src/')).map(stem))
  return files.filter((path) => path.startsWith(`${folder}/`)).every((path) => made.has(stem(path)))
}

/** A package without folders: code lies at its top, and new files go there. Configurations are guarded by their names. */
function flat(files: readonly string[], all: readonly string[]): readonly string[] {
  const matched = [...new Set(files.map((path) => path.slice(path.lastIndexOf('.'))))]
  const tasks = all.filter((path) => isTask(path) && !/\.config\.|^\./.test(path))
  const isMatched = (path: string): boolean => !path.includes('/') && matched.some((ending) => path.endsWith(ending))
  return [...matched.map((ending) => `*${ending}`), ...tasks.filter(isMatched).map((path) => `!${path}`)]
}

const others = (folders: readonly string[]): readonly string[] =>
  folders.filter((folder) => !apart.test(folder)).map((folder) => `${folder}/**`)
