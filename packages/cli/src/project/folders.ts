import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { createFolders } from '@sigma/runtime'
import { cacheUnusable } from '../errors.ts'
import type { World } from '../world.ts'
import type { Place } from './place.ts'

/** Where workspaces, checkouts and copies of dependencies lie: outside every repository. */
export const cacheFolderOf = (world: World): string => ownFolder(world, 'XDG_CACHE_HOME', '.cache')

/** Sigma's, of those that the user has for such things. */
export function ownFolder({ env }: World, variable: string, usual: string): string {
  const [configured, home] = [env[variable] ?? '', env['HOME'] ?? '']
  return join(isAbsolute(configured) ? configured : join(home === '' ? homedir() : home, usual), 'sigma')
}

/** Makes the cache folder, which git ignores: a home folder may be a repository. Fails with `cache-unusable`. */
export function prepareCache(world: World): string {
  const folder = cacheFolderOf(world)
  const ignore = join(folder, '.gitignore')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(ignore)) writeFileSync(ignore, '*\n')
  } catch (error) {
    throw cacheUnusable(folder, error instanceof Error ? error.message : String(error))
  }
  return folder
}

/** Folder of a run's workspace, where a person can look and change things; null: there is none. */
export function workspaceFolder(world: World, place: Place, run: string, workspace: string | undefined): string | null {
  if (workspace === undefined) return null
  const folder = createFolders(realpathSync(place.top), place.folder, cacheFolderOf(world)).workspace(run, workspace)
  return existsSync(folder) ? folder : null
}
