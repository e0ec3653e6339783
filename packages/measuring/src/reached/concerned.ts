/**
 * Which test files the difference between two trees concerns. Whatever is not certain concerns a test file:
 *
 * 1. A file that is changed or gone concerns who reached it; where nobody is seen to, everybody, for something else reads it then.
 * 2. A file that is new concerns who may mean it by a text, looked for it, or listed a folder round it. New code that nobody
 *    reaches concerns nobody; new data, everybody.
 * 3. Configurations, lock files, mocks, snapshots, links and submodules concern everybody. Prose concerns only who read it.
 * 4. A test file of which nobody knows all that it reaches is concerned by every change, for what it starts may read prose too;
 *    one that was never seen to run, and of which the texts tell all that it loads, by all data.
 */
import { isCode } from '../benches/is-code.ts'
import type { Closures } from './closure.ts'
import { foldersAbove, isGround, isNamedTest, isProse } from './kinds.ts'
import type { Reach, Reaches } from './reach.ts'
import type { TreeChange } from './trees.ts'

export interface Knowledge {
  readonly testFiles: readonly string[]
  /** What was seen in runs on the tree of before. */
  readonly observed: Reaches
  /** What the texts say, as they are now. */
  readonly closures: Closures
}

export type Concerned =
  | { readonly kind: 'everything'; readonly why: string }
  | { readonly kind: 'files'; readonly files: readonly string[] }

/** `odd`: paths of what is no plain file, on either side. */
export function concerned(change: TreeChange, known: Knowledge, odd: ReadonlySet<string> = new Set()): Concerned {
  const { added, removed, modified } = change
  const all = [...added, ...removed, ...modified]
  if (all.length === 0) return { kind: 'files', files: [] }
  const tests = new Set(known.testFiles)
  const ground = all.find((path) => odd.has(path) || (isGround(path) && !(tests.has(path) && isNamedTest(path))))
  if (ground !== undefined) return { kind: 'everything', why: `${ground} may decide how any test runs` }

  const isChanged = new Set(all)
  const views = known.testFiles.map((test) => viewOf(test, known))
  const files = new Set(views.flatMap(({ seen }) => seen))
  const isMeant = known.closures.naming(files, [...added, ...removed])
  const looked: Looked = {
    listed: new Set([...added, ...removed].flatMap(foldersAbove)),
    missed: new Set(added.flatMap((path) => [path, ...foldersAbove(path)])),
    left: new Set(removed.flatMap(foldersAbove)),
  }
  // Texts tell what is loaded, not what is read.
  const isData = all.some((path) => !isProse(path) && !isCode(path))
  const isConcerned = ({ own, seen, isOpen }: View): boolean =>
    isOpen ||
    (own === undefined && isData) ||
    looksAt(own, looked) ||
    seen.some((path) => isChanged.has(path) || isMeant.has(path))
  const stray = strayOf(change, known, files)
  return stray === null
    ? { kind: 'files', files: views.filter(isConcerned).map(({ test }) => test) }
    : { kind: 'everything', why: `nobody is seen to read ${stray}, so anybody may` }
}

/** What is known of a test file. */
interface View {
  readonly test: string
  /** Undefined: nobody watched it. */
  readonly own: Reach | undefined
  readonly seen: readonly string[]
  /** It may reach more than that. */
  readonly isOpen: boolean
}

function viewOf(test: string, { observed, closures }: Knowledge): View {
  const own = observed.get(test)
  const closure = closures.of(test)
  const isOpen = own === undefined ? closure === null : own.open !== null
  return { test, own, isOpen, seen: [test, ...(own?.files ?? []), ...(closure ?? [])] }
}

/** Test files that may have to do with any of these paths, as they lie there; null: anybody may. */
export function reachingAny(paths: readonly string[], known: Knowledge): readonly string[] | null {
  const found = concerned({ added: [], removed: [], modified: paths }, known)
  return found.kind === 'files' ? found.files : null
}

/** Paths at which a test file may have looked without reading a file there. */
interface Looked {
  readonly listed: ReadonlySet<string>
  readonly missed: ReadonlySet<string>
  /** Folders that may be gone with their last file. */
  readonly left: ReadonlySet<string>
}

const looksAt = (own: Reach | undefined, { listed, missed, left }: Looked): boolean =>
  own !== undefined &&
  (own.folders.some((folder) => listed.has(folder)) ||
    own.missing.some((path) => missed.has(path)) ||
    own.files.some((path) => left.has(path)))

/** So many removed files are looked for in texts, each in all of them. */
const mostSought = 20

/** A path of which nobody can say whom it concerns; null: there is none. */
function strayOf(
  { added, removed, modified }: TreeChange,
  { observed, closures }: Knowledge,
  files: ReadonlySet<string>,
): string | null {
  const own = [...observed.values()]
  const awaited = new Set(own.flatMap(({ missing, folders }) => [...missing, ...folders]))
  const isTold = (path: string): boolean => isProse(path) || files.has(path)
  const isAwaited = (path: string): boolean => [path, ...foldersAbove(path)].some((each) => awaited.has(each))
  const lost = removed.filter((path) => !isTold(path) && !isNamedTest(path))
  return (
    modified.find((path) => !isTold(path)) ??
    lost.find((path, at) => at >= mostSought || closures.naming(files, [path]).size === 0) ??
    added.find((path) => !isCode(path) && !isTold(path) && !isAwaited(path)) ??
    null
  )
}
