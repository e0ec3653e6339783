import { statSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import type { Workplace } from '@sigma/engine'
import { noPlaceForWork } from './errors.ts'

/**
 * Where the cycles' work directories go instead of the usual place, as it is kept with the run: relative to the project
 * where it lies in it, so that the project can be moved (SIG-91). Null: the usual place.
 */
export function outFolder(place: Workplace, given: string | undefined): string | null {
  if (given === undefined) return null
  const folder = resolve(place.cwd, given)
  const kept = relative(place.root, folder).split(sep)
  if (
    given === '' ||
    !canBeFolder(folder) ||
    [...relative(place.top, folder).split(sep), ...kept].some((part) => part === '.git' || part === '.sigma')
  )
    throw noPlaceForWork(given)
  const inside = kept[0] !== '..' && !isAbsolute(kept.join(sep))
  return inside ? kept.join('/') || '.' : folder
}

/** What is there of it, from the top, is folders. */
function canBeFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() ?? (dirname(path) === path || canBeFolder(dirname(path)))
}
