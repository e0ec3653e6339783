/**
 * Installed packages that are used where they lie, by programs that can read them there and not write. Nothing is copied;
 * what a person installs meanwhile is seen, and no verdict rests on what was there for a part of the time.
 */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dependenciesChanged } from '../errors.ts'
import { isWithin } from '../sandbox/installations.ts'
import type { Modules } from './module-links.ts'
import { type SeenLink, type Sight, see } from './sight.ts'

export interface Mounted {
  readonly modules: readonly Modules[]
  /** Of what they were when this was asked for. */
  readonly name: string
  /** Fails with `dependencies-changed` when they are no more as they were when this was asked for. */
  confirm(): Promise<void>
}

export interface ModuleMounts {
  /** Null: they must be copied, for links among them lead to what no program could be shown, or they change all the time. */
  of(source: string, places: readonly string[]): Promise<Mounted | null>
  /** Folders that have been linked to. */
  readonly folders: () => readonly string[]
}

/** What is known of packages of one source. */
interface Known {
  readonly sight: Sight
  readonly modules: readonly Modules[]
  readonly leadOut: boolean
}

/** What is written again and again, by a tool of the person's, is not shown any more. */
const mostChanges = 2

/** How long an installation that is going on is waited for. */
const settlingMs = { between: 250, most: 60_000 } as const

export function createModuleMounts(): ModuleMounts {
  const known = new Map<string, Promise<Known>>()
  const stale = new WeakSet<Known>()
  /** How often in a row they were found changed. */
  const changes = new Map<string, number>()
  const shown = new Set<string>()

  const seen = async (wanted: Wanted, isKnown: boolean): Promise<Known> => {
    const { tops } = wanted
    const sight = isKnown ? await settled(tops) : await see(tops, 'person')
    return {
      sight,
      modules: modulesOf(wanted, localLinks(wanted, sight.links)),
      leadOut: sight.links.some((link) => leadsOut(link, wanted)),
    }
  }
  const knownOf = async (wanted: Wanted): Promise<Known> => {
    const key = wanted.tops.join('\n')
    const before = known.get(key)
    const found = await before
    if (found !== undefined && !stale.has(found) && (await found.sight.isSame('folders'))) return found
    const other = known.get(key)
    // Of several that found it changed, the first looks anew.
    if (other !== undefined && other !== before) return await knownOf(wanted)
    const now = seen(wanted, before !== undefined)
    known.set(key, now)
    now.catch(() => known.delete(key))
    return await now
  }
  return {
    async of(source, places) {
      const tops = places.map((place) => realpathSync(join(source, place, 'node_modules')))
      const wanted = { source, places, tops }
      const key = tops.join('\n')
      if ((changes.get(key) ?? 0) >= mostChanges || tops.some((top) => basename(top) !== 'node_modules')) return null
      const found = await knownOf(wanted)
      if (found.leadOut) return null
      for (const top of tops) shown.add(top)
      return {
        modules: found.modules,
        name: found.sight.identity,
        confirm: async () => {
          if (await found.sight.isSame('all')) {
            changes.delete(key)
            return
          }
          // Of several that were at work with the same, the first counts.
          if (!stale.has(found)) changes.set(key, (changes.get(key) ?? 0) + 1)
          stale.add(found)
          throw dependenciesChanged()
        },
      }
    },
    folders: () => [...shown],
  }
}

interface Wanted {
  readonly source: string
  readonly places: readonly string[]
  /** The folders that packages lie in, by their real names. */
  readonly tops: readonly string[]
}

/** What lies there once nothing changes any more, or after a minute of changes. */
async function settled(tops: readonly string[]): Promise<Sight> {
  const end = performance.now() + settlingMs.most
  for (;;) {
    const sight = await see(tops, 'person')
    await sleep(settlingMs.between)
    if (performance.now() >= end || (await sight.isSame('all'))) return sight
  }
}

const isBelow = (folder: string, path: string): boolean => path !== folder && isWithin(folder, path)

/** A link to what lies neither among the packages nor in the repository. */
const leadsOut = ({ target }: SeenLink, { source, tops }: Wanted): boolean =>
  !(isBelow(source, target) || tops.some((top) => isBelow(top, target))) && existsSync(target)

/** What links to packages of the repository are links to, in each of the places; that of the workspace is meant. */
function localLinks(wanted: Wanted, links: readonly SeenLink[]): readonly SeenLink[] {
  const { source, tops } = wanted
  const isInTop = (path: string): boolean => tops.some((top) => isBelow(top, path))
  const direct = links.filter(({ target }) => isBelow(source, target) && !isInTop(target))
  // A program of such a package is a link that leads through the package's own.
  const through = links.flatMap(({ path, target }): readonly SeenLink[] => {
    const by = basename(dirname(path)) === '.bin' ? direct.find((link) => isBelow(link.path, target)) : undefined
    return by === undefined ? [] : [{ path, target: join(by.target, relative(by.path, target)) }]
  })
  return [...direct, ...through]
}

function modulesOf({ source, places, tops }: Wanted, local: readonly SeenLink[]): readonly Modules[] {
  return places.map((place, at) => {
    const from = tops[at] ?? ''
    const own = local.filter(({ path }) => isBelow(from, path))
    return {
      from,
      place,
      local: own.map(({ path, target }) => ({ name: relative(from, path), target: relative(source, target) })),
    }
  })
}
