import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { createMatcher, type Observation, type OwnPlaces, outsideRegion, type RegionName } from '@sigma/engine'
import type { UsableRepository } from '../git/repository.ts'
import type { FileMarks } from './file-marks.ts'
import type { Versions } from './isolation/versions.ts'
import type { Listings } from './listings.ts'
import { visibleFiles } from './visible-files.ts'

export interface ObservationSpec {
  /** Globs of Sigma's own folder and projections. */
  readonly without: readonly string[]
  /** Files in which a region is Sigma's; only what stands outside of it is a person's. */
  readonly regions: OwnPlaces['regions']
  /** What Sigma has delivered, by ref: only there its own branches are no change. Asked where such branches are. */
  readonly delivered: () => Promise<ReadonlyMap<string, ReadonlySet<string>>>
  readonly versions: Versions
  readonly marks: FileMarks
  readonly listings: Listings
}

/**
 * Takes down what a person could see change in their repository: HEAD, refs, index, stash, configuration, hooks, what
 * else git keeps beside its objects, and size, times and mode of their files. Reads only. Left out: branches that hold
 * what Sigma delivered, folders of ignored files but `node_modules`, paths that match `without`, and regions of Sigma's.
 */
export async function observe(repository: UsableRepository, spec: ObservationSpec): Promise<Observation> {
  const { gitDir, commonDir } = repository
  const parts = new Map<string, string>([['HEAD', textOf(join(gitDir, 'HEAD'))]])
  const refs = refsOf(commonDir)
  const isSigmas = (ref: string): boolean => ref.startsWith('refs/heads/sigma/')
  const delivered = refs.keys().some(isSigmas) ? await spec.delivered() : new Map<string, ReadonlySet<string>>()
  for (const [ref, value] of refs) if (delivered.get(ref)?.has(value) !== true) parts.set(ref, value)
  for (const folder of new Set([commonDir, gitDir])) {
    for (const name of filesIn(folder))
      if (!noise.has(name) && !passing.test(name)) parts.set(name, hashOf(join(folder, name)))
  }
  for (const name of steering) parts.set(name, hashOf(join(commonDir, name)))
  parts.set('stash', hashOf(join(commonDir, 'logs/refs/stash')))
  for (const file of filesBelow(join(commonDir, 'hooks')))
    parts.set(`hooks/${file}`, stateOf(join(commonDir, 'hooks', file)))
  for (const name of namesIn(join(commonDir, 'worktrees')))
    parts.set(`worktrees/${name}`, textOf(join(commonDir, 'worktrees', name, 'HEAD')))
  for (const [name, state] of modulesOf(commonDir)) parts.set(name, state)
  const isOwnOfGit = new Set(parts.keys())
  const isOwn = createMatcher(spec.without)
  const isLeftOut = (path: string): boolean => spec.regions.has(path) || isOwn(path)
  const known = new Set<string>()
  const partOf = (path: string): string => (isOwnOfGit.has(path) ? `./${path}` : path)
  const files = await visibleFiles(
    spec.listings,
    repository,
    isLeftOut,
    spec.marks,
    (path) => void known.add(partOf(path)),
  )
  for (const [path, state] of files) parts.set(partOf(path), state)
  for (const [path, state] of hooksElsewhere(commonDir, repository.root)) if (!parts.has(path)) parts.set(path, state)
  for (const [path, name] of spec.regions) parts.set(path, outsideOf(join(repository.root, path), name))
  const sorted = Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))
  const hash = createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
  return { hash, parts: sorted, kept: await spec.versions.keep(sorted, known) }
}

/** Where the configuration has hooks lie elsewhere, named as the files that they are; folders of all sorts of files are none of these. */
function hooksElsewhere(commonDir: string, root: string): ReadonlyMap<string, string> {
  const set = /^\s*hooksPath\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(textOf(join(commonDir, 'config')))?.[1]
  if (set === undefined) return new Map()
  const folder = resolve(root, set.replace(/^~(?=\/)/, homedir()))
  const files = namesIn(folder).map((name) => join(folder, name))
  const inside = (file: string): string => (file.startsWith(`${root}${sep}`) ? relative(root, file) : file)
  const hooks = files.filter((file) => lstatSync(file).isFile())
  return new Map(hooks.slice(0, mostHooks).map((file) => [inside(file), stateOf(file)]))
}

/** Files of git's that change what its commands do, below its folder. */
const steering = ['info/exclude', 'info/attributes', 'info/sparse-checkout', 'info/grafts', 'objects/info/alternates']

const mostHooks = 200

/** Git's own folders of submodules: what they start and how they are set; what is checked out is among the files. */
function modulesOf(commonDir: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const own = /(?:^|\/)(?:config|HEAD|hooks\/[^/]+|info\/attributes)$/
  for (const file of filesBelow(join(commonDir, 'modules')))
    if (own.test(file) && !/(?:^|\/)(?:objects|logs)\//.test(file))
      found.set(`modules/${file}`, stateOf(join(commonDir, 'modules', file)))
  return found
}

function stateOf(file: string): string {
  const mode = lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0
  return `${hashOf(file)} ${(mode & 0o777).toString(8)}`
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

/** What git has for a moment while it works. */
const passing = /^index\.stash\.\d+$|^next-index-\d+|^tmp_|^\.merge_/

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
