/** Files of runs outside of the store, and their removal. Only files in Sigma's own folders are removed. */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { createGit } from '../git/git.ts'
import { createProcesses } from '../process/processes.ts'
import { removeDeadChecks } from '../workspace/checkouts.ts'
import { createFolders, ownFolders } from '../workspace/folders.ts'
import { remove } from '../workspace/remove.ts'
import { type CopiesSpec, type Copy, copiesIn, sweepCopies } from './copies.ts'
import { bytesOn, namesIn, writtenAt } from './disk.ts'
import { homesOf, isGone } from './homes.ts'
import { type OwnGit, ownGit } from './own-git.ts'

export interface RemainsSpec {
  /** Top folder of the repository. */
  readonly top: string
  readonly dataFolder: string
  readonly cacheFolder: string
  /** Where `git` is looked for. */
  readonly path: string
}

export interface Remains {
  /** Bytes that the data folder and the repository's folder in the cache take. */
  bytes(): number
  /** Bytes that a run's workspaces take. */
  bytesOf(run: string): number
  /** Other data folders that have their workspaces in the same folder of the cache: packages of a monorepo. */
  others(): readonly string[]
  /** Runs of whom there is something left, and when it was last written (milliseconds since 1970). */
  runs(): ReadonlyMap<string, number>
  /** Takes a run's workspaces, and what is noted of them. */
  take(run: string): Promise<void>
  /** Takes copies of text of another hand that were replaced before that. */
  takeDrift(before: number): Promise<void>
  /** Takes checkouts, and copies of dependencies that were last used before that and that no workspace links to. */
  sweep(usedBefore: number): Promise<void>
  /** What `sweep` would look at, whether it goes or stays; the workspaces of these runs count as gone. */
  copies(usedBefore: number, taken: readonly string[]): readonly (Copy & { readonly bytes: number })[]
  /** Ends what an earlier process left at work for this project. For who has the project. */
  endLeftovers(): Promise<void>
  /** Sigma's git folder, for who has the project; null: there is none. */
  git(): OwnGit | null
}

const beside = ['workspaces', 'accepted'] as const
/** A file of each run, in a folder of the data folder. */
const besideAsFile = 'confined'

export function openRemains({ top, dataFolder, cacheFolder, path }: RemainsSpec): Remains {
  const folders = createFolders(realpathSync(top), dataFolder, cacheFolder)
  const processes = createProcesses({ owner: dataFolder })

  const runNames = (): readonly string[] =>
    namesIn(folders.project).filter((name) => !ownFolders.includes(name) && !name.startsWith('.'))
  const placesOf = (run: string): readonly string[] => [
    join(folders.project, run),
    ...beside.map((name) => join(dataFolder, name, run)),
    join(dataFolder, besideAsFile, `${run}.json`),
  ]
  const others = (): readonly string[] =>
    homesOf(folders.project)
      .filter((home) => home.folder !== dataFolder && !isGone(home))
      .map(({ folder }) => folder)

  const copiesSpec = (usedBefore: number, taken: readonly string[]): CopiesSpec => {
    const workspaces = runNames()
      .filter((run) => !taken.includes(run))
      .flatMap((run) => namesIn(join(folders.project, run)).map((name) => join(folders.project, run, name)))
    return { folders, homes: [dataFolder, ...others()], workspaces, usedBefore }
  }

  return {
    bytes: () => bytesOn(dataFolder) + bytesOn(folders.project),
    bytesOf: (run) => placesOf(run).reduce((sum, place) => sum + bytesOn(place), 0),
    others,
    runs: () => {
      const names = new Set([...runNames(), ...beside.flatMap((name) => namesIn(join(dataFolder, name)))])
      return new Map([...names].map((run) => [run, Math.max(...placesOf(run).map(writtenAt))]))
    },
    take: async (run) => {
      for (const place of placesOf(run)) await remove(place)
    },
    takeDrift: async (before) => {
      const files = namesIn(join(dataFolder, 'drift')).map((name) => join(dataFolder, 'drift', name))
      for (const file of files.filter((each) => writtenAt(each) < before)) await remove(file)
    },
    sweep: async (usedBefore) => {
      if (namesIn(folders.project).length === 0) return
      removeDeadChecks(folders)
      await sweepCopies(copiesSpec(usedBefore, []))
    },
    copies: (usedBefore, taken) =>
      copiesIn(copiesSpec(usedBefore, taken)).map((copy) => ({
        ...copy,
        bytes: copy.paths.reduce((sum, path) => sum + bytesOn(path), 0),
      })),
    endLeftovers: () => processes.endLeftovers(),
    git: () => ownGit(createGit({ path, emptyFolder: folders.empty, mark: processes.mark() }), dataFolder),
  }
}
