/** Places in an agent's own home that something of the user's is shown at: bubblewrap makes what is not there, and leaves it. */
import { existsSync, lstatSync, realpathSync, rmdirSync, rmSync, unlinkSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isWithin } from './installations.ts'

export interface HomePlaces {
  /** Before a program starts in this home. Gives back how to tell that it is over. */
  enter(home: { readonly at: string; readonly folder: string }, shown: readonly string[]): () => void
}

interface Open {
  turns: number
  /** Were not there before. */
  readonly made: Set<string>
}

/** Places that were made are removed when no turn uses that home any more: a mount ends when the place it lies at is removed. */
export function createHomePlaces(): HomePlaces {
  const homes = new Map<string, Open>()
  return {
    enter({ at, folder }, shown) {
      const open = homes.get(folder) ?? { turns: 0, made: new Set() }
      homes.set(folder, open)
      open.turns += 1
      for (const path of shown) {
        if (path === at || !isWithin(at, path)) continue
        const place = join(folder, relative(at, path))
        unlinkWay(folder, place)
        if (!existsSync(place)) open.made.add(place)
      }
      return () => {
        open.turns -= 1
        if (open.turns > 0) return
        homes.delete(folder)
        for (const place of open.made) if (isPlain(folder, place)) removeEmpty(place)
      }
    },
  }
}

/** A link that an agent made on the way there would be followed by whoever makes the place, and leads out of the sandbox. */
function unlinkWay(folder: string, place: string): void {
  let at = folder
  for (const part of relative(folder, place).split(sep)) {
    at = join(at, part)
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue
    unlinkSync(at)
    return
  }
}

/** No link leads there, also of those that were made since. */
function isPlain(folder: string, place: string): boolean {
  const above = dirname(place)
  return existsSync(above) && realpathSync(above) === join(realpathSync(folder), relative(folder, above))
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
