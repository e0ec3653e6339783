import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createMatcher, type Observation, type OwnPlaces, outsideRegion, type RegionName } from '@sigma/engine'
import type { Git } from '../git/git.ts'
import type { UsableRepository } from '../git/repository.ts'
import { visibleFiles } from './visible-files.ts'

export interface ObservationSpec {
  /** Globs of Sigma's own folder and projections. */
  readonly without: readonly string[]
  /** Files in which a region is Sigma's; only what stands outside of it is a person's. */
  readonly regions: OwnPlaces['regions']
  /** What Sigma has delivered, by ref: only there its own branches are no change. */
  readonly delivered: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Takes down what a person could see change in their repository: HEAD, refs, index, stash, configuration, hooks, what
 * else git keeps beside its objects, and size, times and mode of their files. Reads only. Left out: branches that hold
 * what Sigma delivered, folders of ignored files but `node_modules`, paths that match `without`, and regions of Sigma's.
 */
export async function observe(git: Git, repository: UsableRepository, spec: ObservationSpec): Promise<Observation> {
  const { gitDir, commonDir } = repository
  const parts = new Map<string, string>([['HEAD', textOf(join(gitDir, 'HEAD'))]])
  for (const [ref, value] of refsOf(commonDir)) if (spec.delivered.get(ref)?.has(value) !== true) parts.set(ref, value)
  for (const folder of new Set([commonDir, gitDir])) {
    for (const name of filesIn(folder)) if (!noise.has(name)) parts.set(name, hashOf(join(folder, name)))
  }
  for (const name of [
    'info/exclude',
    'info/attributes',
    'info/sparse-checkout',
    'info/grafts',
    'objects/info/alternates',
  ])
    parts.set(name, hashOf(join(commonDir, name)))
  parts.set('stash', hashOf(join(commonDir, 'logs/refs/stash')))
  for (const file of filesBelow(join(commonDir, 'hooks')))
    parts.set(`hooks/${file}`, hashOf(join(commonDir, 'hooks', file)))
  for (const name of namesIn(join(commonDir, 'worktrees')))
    parts.set(`worktrees/${name}`, textOf(join(commonDir, 'worktrees', name, 'HEAD')))
  const isOwn = createMatcher(spec.without)
  const isLeftOut = (path: string): boolean => spec.regions.has(path) || isOwn(path)
  for (const [path, state] of await visibleFiles(git, repository, isLeftOut))
    parts.set(parts.has(path) ? `./${path}` : path, state)
  for (const [path, name] of spec.regions) parts.set(path, outsideOf(join(repository.root, path), name))
  const sorted = Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))
  return { hash: createHash('sha256').update(JSON.stringify(sorted)).digest('hex'), parts: sorted }
}

/** A file that is not there is like one that holds nothing but Sigma's region. */
function outsideOf(file: string, name: RegionName): string {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return outsideRegion(new Uint8Array(), name)
  if (stat.isFile() && stat.size <= mostBytes) return outsideRegion(readFileSync(file), name)
  return `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.mode.toString(8)}`
}

/** What is larger Sigma does not write. */
const mostBytes = 16 * 1024 * 1024

/** Files of git's that say nothing which HEAD, refs and index do not say, or that git writes when one only looks. */
const noise = new Set([
  'HEAD',
  'ORIG_HEAD',
  'FETCH_HEAD',
  'COMMIT_EDITMSG',
  'packed-refs',
  'description',
  'gc.log',
  'gc.pid',
])

/** Refs by name, wherever they are kept, so that packing them changes nothing. */
function refsOf(commonDir: string): ReadonlyMap<string, string> {
  const refs = new Map<string, string>()
  const packed = textOf(join(commonDir, 'packed-refs'))
  for (const [, value = '', name = ''] of packed.matchAll(/^([0-9a-f]{40,64}) (refs\/\S+)$/gm)) refs.set(name, value)
  for (const file of filesBelow(join(commonDir, 'refs'))) {
    if (!file.endsWith('.lock')) refs.set(`refs/${file}`, textOf(join(commonDir, 'refs', file)))
  }
  for (const file of filesBelow(join(commonDir, 'reftable')))
    refs.set(`reftable/${file}`, hashOf(join(commonDir, 'reftable', file)))
  return refs
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : [])

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

function hashOf(file: string): string {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : ''
}
