/** Places in an agent's own home that something of the user's is shown at: bubblewrap makes what is not there, and leaves it. */
import { existsSync, lstatSync, rmdirSync, rmSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'

export interface HomePlaces {
  /** Before a program starts in this home. Gives back how to tell that it is over. */
  enter(home: { readonly at: string; readonly folder: string }, shown: readonly string[]): () => void
}

interface Open {
  turns: number
  /** Were not there before. */
  readonly made: Set<string>
}

/** What was made is taken away when nobody is in that home any more: a mount ends when the place it lies at is removed. */
export function createHomePlaces(): HomePlaces {
  const homes = new Map<string, Open>()
  return {
    enter({ at, folder }, shown) {
      const open = homes.get(folder) ?? { turns: 0, made: new Set() }
      homes.set(folder, open)
      open.turns += 1
      for (const path of shown) {
        const place = join(folder, relative(at, path))
        if (isBelow(at, path) && !existsSync(place)) open.made.add(place)
      }
      return () => {
        open.turns -= 1
        if (open.turns > 0) return
        homes.delete(folder)
        for (const place of open.made) removeEmpty(place)
      }
    },
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}

function removeEmpty(place: string): void {
  const stat = lstatSync(place, { throwIfNoEntry: false })
  if (stat?.isFile() === true && stat.size === 0) rmSync(place, { force: true })
  if (stat?.isDirectory() !== true) return
  try {
    rmdirSync(place)
  } catch {
    // Something of the agent's own lies in it.
  }
}
