/**
 * Folders of checks that are over, which the next ones take over: to make and remove thousands of files each time is what
 * costs most of a check in a large repository. What was done to the files is undone.
 */
import { lstatSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { SigmaGit } from '../git/sigma-git.ts'
import { change, hasFolder, holds, type Materials, materialize, restore } from './materialize.ts'
import type { Laid } from './module-links.ts'
import { remove } from './remove.ts'

export interface Spares {
  /** Makes a folder that is not there yet hold exactly these files, and beside them no more than the links that are returned. */
  fill(path: string, materials: Materials): Promise<readonly Laid[]>
  /** Keeps what is left in a folder that was filled, under that name, when nobody works there any more; no more than a few are. */
  take(path: string, kept: string, left: Left): void
}

export interface Left {
  readonly materials: Materials
  readonly laid: readonly Laid[]
}

interface Spare {
  readonly folder: string
  readonly materials: Materials
  /** The links that lie there beside exactly these files; null: it is not put right yet. */
  readonly ready: Promise<readonly Laid[] | null>
}

/** As many as a gate has open at once. */
const most = 6

/** `areLeft`: nobody can write in a folder that was left, so that it is put right at once and need not be looked at later. */
export function createSpares(git: SigmaGit, areLeft: boolean): Spares {
  const spares: Spare[] = []
  const inUse = new Map<string, string | null>()

  /** One with the same files, where there is one. */
  const next = ({ entries }: Materials): Spare | undefined => {
    const same = spares.findLastIndex(({ materials }) => materials.entries === entries)
    return spares.splice(same, 1)[0]
  }

  const filled = async (path: string, materials: Materials): Promise<readonly Laid[]> => {
    const used = next(materials)
    const made = async (): Promise<readonly Laid[]> => {
      await materialize(git, path, materials)
      return []
    }
    if (used === undefined) return await made()
    const lying = await used.ready
    renameSync(used.folder, path)
    try {
      if (lying === null) return await made()
      const stays = ({ place }: Laid): boolean => hasRoomFor(materials, place)
      // They go before the commit is laid, which may have a link where a folder above them is now.
      for (const { place } of lying.filter((each) => !stays(each))) await remove(join(path, place, 'node_modules'))
      await change(git, path, used.materials, materials)
      return lying.filter(stays)
    } catch {
      // What was done to it cannot be put right.
      await remove(path)
      return await made()
    }
  }

  return {
    async fill(path, materials) {
      const lying = await filled(path, materials)
      inUse.set(path, identityOf(path))
      return lying
    },
    take(path, kept, { materials, laid }) {
      const own = inUse.get(path)
      inUse.delete(path)
      // Who works there can move it away, and lay a link to any folder in its place.
      if (spares.length >= most || own === null || own === undefined || identityOf(path) !== own) return
      renameSync(path, kept)
      const ready = areLeft ? restore(git, kept, materials, laid).catch(() => null) : Promise.resolve(null)
      spares.push({ folder: kept, materials, ready })
    },
  }
}

/** Of a folder itself; null: there is none at this path. */
function identityOf(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() === true ? `${stat.dev} ${stat.ino}` : null
}

/** May links to packages lie in the `node_modules` of a folder beside these files? */
const hasRoomFor = (materials: Materials, place: string): boolean =>
  (place === '.' || hasFolder(materials, place)) && !holds(materials, join(place, 'node_modules'))
