/** Where a command stands: the repository, the folder of its configuration, its data folder. Reads no configuration. */
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { SigmaError } from '@sigma/engine/reading'
import { bareRepository, isBare } from '@sigma/runtime/reading'
import { findConfig } from '../config/config-place.ts'
import { notARepository } from '../errors.ts'
import { nameText } from '../printable.ts'
import type { World } from '../world.ts'
import type { Place } from './shape.ts'

export type { Place, Project } from './shape.ts'

/** Fails with `not-a-repository`, and with `foreign-folder`. */
export function locate(world: Pick<World, 'cwd'>): Place {
  const top = topOf(world.cwd)
  if (top === null) throw isBare(world.cwd) ? bareRepository(world.cwd) : notARepository(world.cwd)
  const configFile = findConfig(world.cwd, top)
  const root = configFile === null ? top : dirname(configFile)
  const folder = join(root, '.sigma')
  if (isForeign(folder)) throw foreignFolder(folder)
  return { top, root, configFile, folder }
}

const foreignFolder = (folder: string): SigmaError =>
  new SigmaError(
    'foreign-folder',
    `${nameText(folder)} is a link to a folder in which other things lie than Sigma's.`,
    {
      hint: 'Take the link away, or have it lead to an empty folder.',
    },
  )

/** A link may come with a repository; what it leads to is written in only where nothing is, or Sigma wrote before. */
function isForeign(folder: string): boolean {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return true
  return readdirSync(folder).length > 0 && !existsSync(join(folder, 'sigma.db'))
}

/** A path of the project as git names it: relative to the top, with `/`. */
export function inRepository(place: Place, path: string): string {
  return relative(place.top, join(place.root, path)).replaceAll('\\', '/')
}

function topOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return null
  }
}
