/** What git said of a working tree, remembered as long as nothing in it has changed: for a process that looks again and again. */
import { dirname, join } from 'node:path'
import { differingPaths, type Look, lookAt } from './look.ts'
import type { UsableRepository } from './repository.ts'
import { ignoresItself, type TreeMark, treeMark } from './tree-mark.ts'
import { withGit } from './with-git.ts'

type At = Pick<UsableRepository, 'root' | 'gitDir' | 'commonDir' | 'objectFormat' | 'head'>

interface Known {
  readonly head: string
  readonly mark: string
  readonly left: (path: string) => boolean
  /** Folders that git ignores by a list above them. */
  readonly ignored: ReadonlySet<string>
  /** Folders with files that git knows, at whatever depth. */
  readonly tracked: ReadonlySet<string>
  readonly paths: readonly string[]
}

/** By the root of the working tree. */
const known = new Map<string, Known>()

/** A change this short before it was looked at may have the time of one that comes after. */
const settledMs = 50
const mostPaths = 1_000

/** As `uncommittedPaths`, but only those of interest; null: it is not known, or not any more. */
export async function knownUncommitted(at: At): Promise<readonly string[] | null> {
  const found = known.get(at.root)
  if (found === undefined || found.head !== at.head) return null
  const now = await markOrNull(
    at,
    found.left,
    (folders) => new Set(folders.filter((each) => isClosed(at, found, each))),
  )
  return now?.mark === found.mark ? found.paths : null
}

export interface Interest {
  /** A path that is of no interest, whatever becomes of it. */
  readonly left: (path: string) => boolean
  /** Those of the uncommitted paths that are of interest by what the files hold. */
  readonly kept: (paths: readonly string[]) => Promise<readonly string[]>
}

/** Has git look. */
export async function learnUncommitted(at: At, path: string, { left, kept }: Interest): Promise<void> {
  const before = Date.now() - settledMs
  await withGit(path, async (git) => {
    using look = await lookAt(git, at)
    const stages = await look.stages()
    // What a submodule holds is git's to say.
    if (stages.some(({ mode }) => mode === '160000')) return
    const tracked = new Set(stages.flatMap(({ path: file }) => foldersAbove(file)))
    const ignored = new Set<string>()
    const now = await markOrNull(at, left, async (folders) => {
      const untracked = folders.filter((folder) => !tracked.has(folder))
      for (const each of await ignoredOf(look, untracked, git)) ignored.add(each)
      return new Set(folders.filter((each) => isClosed(at, { ignored, tracked }, each)))
    })
    const paths = await kept((await differingPaths(git, look, at.head)).filter((each) => !left(each)))
    if (now === null || now.newestMs >= before || paths.length > mostPaths) known.delete(at.root)
    else known.set(at.root, { head: at.head, mark: now.mark, left, ignored, tracked, paths })
  })
}

function isClosed({ root }: At, { ignored, tracked }: Pick<Known, 'ignored' | 'tracked'>, folder: string): boolean {
  return ignored.has(folder) || (!tracked.has(folder) && ignoresItself(join(root, folder)))
}

/** Null as well where something cannot be read, or is gone meanwhile. */
async function markOrNull(...asked: Parameters<typeof treeMark>): Promise<TreeMark | null> {
  try {
    return await treeMark(...asked)
  } catch {
    return null
  }
}

async function ignoredOf(
  { place }: Look,
  folders: readonly string[],
  git: Parameters<typeof lookAt>[0],
): Promise<readonly string[]> {
  if (folders.length === 0) return []
  const stdin = folders.map((folder) => `./${folder}\0`).join('')
  const options = ['-z', '--stdin', '--no-index']
  const answer = await git.run(place, { verb: 'check-ignore', options, stdin, accept: [0, 1] })
  return answer.fields().map((path) => path.slice(2))
}

function foldersAbove(path: string): readonly string[] {
  const above = dirname(path)
  return above === '.' ? [] : [above, ...foldersAbove(above)]
}
