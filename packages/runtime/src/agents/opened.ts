/** What an agent's configuration opens beside the agent itself: places, as people write them. */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SigmaError } from '@sigma/engine'
import type { Environment } from '../environment.ts'
import { opensTooMuch } from '../errors.ts'
import { gitFoldersOf } from '../git/repository.ts'
import { isWithin, real } from '../sandbox/installations.ts'
import type { ProgramSettings } from './config.ts'

/** What values of a configuration are resolved against. */
export interface Around {
  /** The user's environment variables. */
  readonly environment: Environment
  /** Folder of the configuration: relative paths in it start here. */
  readonly root: string
}

type Opens = Pick<ProgramSettings, 'reads' | 'writes'>

/** Absolute, below the home folder, or beside the configuration. */
export function openedPath(path: string, { environment: { HOME = '' }, root }: Around): string {
  return path === '~' || path.startsWith('~/') ? join(HOME, path.slice(1)) : resolve(root, path)
}

/** What is opened in its name and is not there, as it is written: nothing of it is shown to the agent. */
export function absentPlaces({ reads = [], writes = [] }: Opens, around: Around): readonly string[] {
  return [...new Set([...reads, ...writes])].filter((path) => !existsSync(openedPath(path, around)))
}

/** What would open all that the sandbox is there to keep: by whatever name, links followed. */
export function tooOpen(agent: string, { reads = [], writes = [] }: Opens, around: Around): readonly SigmaError[] {
  const kept = keptPlaces(around)
  const faultsOf = (key: 'reads' | 'writes', paths: readonly string[]): readonly SigmaError[] =>
    paths.flatMap((path) => {
      const named = openedPath(path, around)
      const names = [named, real(named)]
      const found = kept.find(({ place, inner }) =>
        names.some((name) => isWithin(name, place) || (inner && isWithin(place, name))),
      )
      return found === undefined ? [] : [opensTooMuch(agent, key, path, found.what)]
    })
  return [...faultsOf('reads', reads), ...faultsOf('writes', writes)]
}

interface Kept {
  readonly what: string
  readonly place: string
  /** Nothing in it is opened either. */
  readonly inner: boolean
}

function keptPlaces({ environment: { HOME = '' }, root }: Around): readonly Kept[] {
  const places: readonly Kept[] = [
    ...(HOME === '' ? [] : [{ what: 'your whole home folder', place: HOME, inner: false }]),
    { what: 'the repository itself', place: root, inner: false },
    ...gitFoldersOf(root).map((place) => ({ what: "the repository's .git", place, inner: true })),
    { what: "Sigma's own records, .sigma", place: join(root, '.sigma'), inner: true },
  ]
  return places.flatMap((kept) => [kept, { ...kept, place: real(kept.place) }])
}
