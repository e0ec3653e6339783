/** Where a command stands: the repository, the folder of its configuration, its data folder. Reads no configuration. */
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { bareRepository, isBare } from '@sigma/runtime'
import { findConfig } from './config/config-place.ts'
import { notARepository } from './errors.ts'
import type { World } from './world.ts'

export interface Place {
  /** Top folder of the git repository. */
  readonly top: string
  /** Folder of the configuration; the top where there is none. Globs and the memory bank are relative to it. */
  readonly root: string
  readonly configFile: string | null
  /** Sigma's data, `<root>/.sigma`. */
  readonly folder: string
}

/** Fails with `not-a-repository`. */
export function locate(world: World): Place {
  const top = topOf(world.cwd)
  if (top === null) throw isBare(world.cwd) ? bareRepository(world.cwd) : notARepository(world.cwd)
  const configFile = findConfig(world.cwd, top)
  const root = configFile === null ? top : dirname(configFile)
  return { top, root, configFile, folder: join(root, '.sigma') }
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
