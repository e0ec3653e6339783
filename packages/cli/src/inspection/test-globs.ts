/** The globs of `tests.files`, made from the files that the runner runs. */
import { createMatcher } from '@sigma/engine'
import { isCode } from '@sigma/measuring'
import type { Reach } from './reach/reach.ts'
import { foldersAround } from './tree.ts'

export interface TestGlobs {
  readonly globs: readonly string[]
  /** Files that the runner runs and that the globs match. */
  readonly files: readonly string[]
}

const endings = '{js,mjs,cjs,ts,mts,cts,jsx,tsx}'
const folderNames: ReadonlySet<string> = new Set(['test', 'tests', '__tests__', 'spec', 'specs'])
const byDefault: TestGlobs = { globs: ['test/**'], files: [] }

/** Compared by types, or run for their time or in a browser: no runner of units runs them, wherever they lie. */
const otherKinds: readonly string[] = ['test-d', 'spec-d', 'bench', 'e2e', 'e2e-spec', 'cy']
const otherFolders =
  /^(e2e|end-to-end|cypress|playwright|bench|benchmarks?|perf|types?|type-tests|test-d|test-types|typings|dts|smoke)$/

const isFixture = (path: string): boolean => /(^|\/)(__)?fixtures?(__)?\//.test(path)
const foldersOf = (path: string): readonly string[] => path.split('/').slice(0, -1)
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** By its name alone. */
export const isTestName = (path: string): boolean => /(^|[._-])(test|spec)s?\.[cm]?[jt]sx?$/.test(nameOf(path))

/** By its name, or by a folder that it lies in. */
export const seemsTest = (path: string): boolean =>
  isTestName(path) || foldersOf(path).some((name) => folderNames.has(name))

const isOtherKind = (path: string): boolean => otherKinds.some((kind) => nameOf(path).includes(`.${kind}.`))
const isOther = (path: string): boolean => isOtherKind(path) || foldersOf(path).some((name) => otherFolders.test(name))

/** `files`: those of the package, relative to it; `written`: the globs of the runner's configuration, to be kept. */
export function testGlobs(files: readonly string[], reach: Reach, written: readonly string[] | null = null): TestGlobs {
  const candidates = files.filter((path) => isCode(path) && !isOtherKind(path))
  const ran = candidates.filter((path) => reach(path) && !isFixture(path))
  // Runners with rules of their own may run what is meant for others; where that is all there is, it is believed.
  const units = ran.filter((path) => !isOther(path))
  const meant = units.length > 0 ? units : ran
  if (meant.length === 0) return withoutTests(files)
  const added = keptGlobs(written ?? [], { meant, ran, candidates }) ?? globsFor(meant, candidates)
  const isAdded = createMatcher(added)
  const isMeant = new Set(meant)
  const left = files.filter((path) => isCode(path) && !isMeant.has(path) && !isFixture(path) && isAdded(path))
  const globs = [...added, ...takenAway(left, meant)]
  const isTest = createMatcher(globs)
  return { globs, files: meant.filter(isTest) }
}

/** Those that match something that is meant; null: they are not just what the runner runs. */
function keptGlobs(
  written: readonly string[],
  { meant, ran, candidates }: Readonly<Record<'meant' | 'ran' | 'candidates', readonly string[]>>,
): readonly string[] | null {
  const kept = written.filter((glob) => meant.some(createMatcher([glob])))
  const isKept = createMatcher(kept)
  const isRan = new Set(ran)
  const isJust = candidates.every((path) => isRan.has(path) || !isKept(path) || isFixture(path))
  return meant.every(isKept) && isJust ? kept : null
}

/** Where there are none yet, they go where the project keeps such things. */
function withoutTests(files: readonly string[]): TestGlobs {
  const folder = [...folderNames].find((name) => files.some((path) => path.startsWith(`${name}/`)))
  return folder === undefined ? byDefault : { globs: [`${folder}/**`], files: [] }
}

function globsFor(ran: readonly string[], candidates: readonly string[]): readonly string[] {
  const isRan = new Set(ran)
  // Folders of the top that hold other code.
  const mixed = new Set(candidates.flatMap((path) => (isRan.has(path) ? [] : (/^[^/]+(?=\/)/.exec(path)?.[0] ?? []))))
  return [...new Set(ran.map((path) => globFor(path, mixed)))]
}

function globFor(path: string, mixed: ReadonlySet<string>): string {
  const folders = foldersOf(path)
  const at = folders.findIndex((name) => folderNames.has(name))
  if (at === 0) return `${folders[0]}/**`
  if (at > 0) return `**/${folders[at]}/**`
  const name = nameOf(path)
  const [, begin = '', mark = ''] = /^(.*?)([._-])(?:test|spec)\.[cm]?[jt]sx?$/.exec(name) ?? []
  if (begin !== '') return mark === '.' ? `**/*.{test,spec}.${endings}` : `**/*${mark}{test,spec}.${endings}`
  if (/^test-/.test(name)) return `**/test-*.${endings}`
  if (isTestName(name)) return folders.length === 0 ? name : `**/${name}`
  return byFolder(path, mixed)
}

/** A folder that holds nothing but such files; else the file alone. */
function byFolder(path: string, mixed: ReadonlySet<string>): string {
  const [folder] = foldersOf(path)
  return folder === undefined || mixed.has(folder) ? path : `${folder}/**`
}

/** What looks like a test and is run by others, or by nobody; what tests only use stays theirs. */
function takenAway(left: readonly string[], ran: readonly string[]): readonly string[] {
  const kinds = otherKinds.filter((kind) => left.some((path) => nameOf(path).includes(`.${kind}.`)))
  const foreign = left.filter((path) => !isOtherKind(path) && (isTestName(path) || isOther(path)))
  const lived = foldersAround(foreign.length === 0 ? [] : ran)
  const places = foreign.map((path) => {
    const folders = foldersOf(path)
    const whole = folders.findIndex((_, at) => !lived.has(folders.slice(0, at + 1).join('/')))
    return whole < 0 ? path : `${folders.slice(0, whole + 1).join('/')}/**`
  })
  return [...kinds.map((kind) => `!**/*.${kind}.*`), ...new Set(places.map((place) => `!${place}`))]
}
