/**
 * Folders of checks that are over, which the next ones take over: to make and remove thousands of files each time is what
 * costs most of a check in a large repository. What was done to the files is undone.
 */
import { renameSync } from 'node:fs'
import type { SigmaGit } from '../git/sigma-git.ts'
import { change, type Materials, materialize, remove, restore } from './materialize.ts'

export interface Spares {
  /** Makes a folder that is not there yet hold exactly these files. */
  fill(path: string, materials: Materials): Promise<void>
  /** Keeps what is left in a folder, under that name, when nobody works there any more; no more than a few are. */
  take(path: string, kept: string, materials: Materials): void
}

interface Spare {
  readonly folder: string
  readonly materials: Materials
  /** It holds exactly these files again. */
  readonly isReady: Promise<boolean>
}

const most = 3

/** `areLeft`: nobody can write in a folder that was left, so that it is put right at once and need not be looked at later. */
export function createSpares(git: SigmaGit, areLeft: boolean): Spares {
  const spares: Spare[] = []

  const ready = (folder: string, materials: Materials): Promise<boolean> =>
    restore(git, folder, materials).then(
      () => true,
      () => false,
    )
  /** One with the same files, where there is one. */
  const next = ({ entries }: Materials): Spare | undefined => {
    const same = spares.findLastIndex(({ materials }) => materials.entries === entries)
    return spares.splice(same, 1)[0]
  }

  return {
    async fill(path, materials) {
      const used = next(materials)
      if (used === undefined) return await materialize(git, path, materials)
      const isReady = await used.isReady
      renameSync(used.folder, path)
      try {
        await (isReady ? change(git, path, used.materials, materials) : materialize(git, path, materials))
      } catch {
        // What was done to it cannot be put right.
        await remove(path)
        await materialize(git, path, materials)
      }
    },
    take(path, kept, materials) {
      if (spares.length >= most) return
      renameSync(path, kept)
      spares.push({ folder: kept, materials, isReady: areLeft ? ready(kept, materials) : Promise.resolve(false) })
    },
  }
}
