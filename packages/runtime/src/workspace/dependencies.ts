import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { oneByOne } from '../git/one-by-one.ts'
import type { Tree } from '../git/sigma-git.ts'
import { createModuleCopies } from './module-copies.ts'
import { type Laid, linkEach, linkWhole, topOf } from './module-links.ts'
import { createModuleMounts } from './module-mounts.ts'
import { modulePlaces, packagePlaces } from './module-places.ts'
import { remove } from './remove.ts'
import type { SourceSpec } from './setup.ts'
import { setUp } from './setup.ts'

/** The users of what is installed. People's programs are not confined. */
export type Purpose = 'agents' | 'people' | 'gates'

/**
 * Gives workspaces and checkouts their `node_modules`. Programs that are confined are shown the user's own, or what `setup`
 * installed, and cannot write there. All others get a private copy, made once per content and purpose; the gates' is
 * compared with what it was before each use, and made anew when anything in it was written.
 */
export interface Dependencies {
  /** `lying`: links that lie in the folder, untouched, from an earlier use of it. */
  link(folder: string, commit: string, purpose: Purpose, lying?: readonly Laid[]): Promise<Linked>
  /** Folders beside Sigma's own that links lead to. */
  readonly folders: () => readonly string[]
}

export interface Linked {
  /** Of what was linked, another where anything in it is. */
  readonly name: string
  /** Folders beside Sigma's own that its links lead to. */
  readonly reads: readonly string[]
  /** Links that may serve the next use of the folder, if nothing was done to them. */
  readonly laid: readonly Laid[]
  /** Fails with `dependencies-changed` when what is installed is no more what it was when it was linked. */
  confirm(): Promise<void>
  /** To be called when the programs of the folder have ended. */
  left(): void
}

export interface DependenciesSpec {
  readonly root: string
  readonly setup: string | null
  /** Programs of agents and gates cannot write outside of their folders. */
  readonly confined: boolean
}

export function createDependencies(spec: SourceSpec, { root, setup, confined }: DependenciesSpec): Dependencies {
  const { wholeOf, folders } = spec
  const copies = createModuleCopies(folders, confined)
  const mounts = createModuleMounts()
  const before = new Map<string, readonly string[]>()
  const installing = oneByOne()

  const sourceOf = async (commit: string): Promise<string> => {
    return setup === null ? root : await installing(() => setUp(spec, setup, commit))
  }
  const placesOf = async (commit: string): Promise<{ readonly source: string; readonly places: readonly string[] }> => {
    const { entries } = await wholeOf(commit)
    const source = await sourceOf(commit)
    return { source, places: await whatIsBack(source, entries) }
  }
  /** What goes and comes again, as with `npm ci`, is waited for. */
  const whatIsBack = async (source: string, tree: Tree): Promise<readonly string[]> => {
    const end = performance.now() + comingBackMs.most
    for (;;) {
      const places = modulePlaces(source, tree)
      const wanted = packagePlaces(tree)
      const gone = (before.get(source) ?? []).some((place) => !places.includes(place) && wanted.includes(place))
      if (!gone || performance.now() >= end) {
        before.set(source, places)
        return places
      }
      await sleep(comingBackMs.between)
    }
  }

  return {
    async link(folder, commit, purpose, lying = []) {
      const { source, places } = await placesOf(commit)
      for (const { place } of lying) if (!places.includes(place)) await remove(join(folder, place, 'node_modules'))
      if (places.length === 0) return nothing
      const mounted = confined && purpose !== 'people' ? await mounts.of(source, places) : null
      if (mounted !== null) {
        const laid: Laid[] = []
        for (const each of mounted.modules) laid.push(await linkEach(each, folder, lying))
        return {
          name: mounted.name,
          laid,
          reads: mounted.modules.map(({ from }) => from),
          confirm: mounted.confirm,
          left: () => undefined,
        }
      }
      const set = await copies.of({ source, places, purpose: purpose === 'gates' ? 'gates' : 'agents' })
      for (const each of set.modules) {
        const isWhole = purpose !== 'gates' && topOf(each.local).length === 0
        await (isWhole ? linkWhole(each, folder) : linkEach(each, folder))
      }
      return { ...nothing, name: basename(set.folder), left: set.left }
    },
    folders: mounts.folders,
  }
}

const comingBackMs = { between: 250, most: 60_000 } as const

const nothing: Linked = {
  name: 'nothing',
  reads: [],
  laid: [],
  confirm: async () => undefined,
  left: () => undefined,
}
