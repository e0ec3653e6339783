import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createMatcher, type Observation } from '@sigma/engine'
import type { Git } from '../git/git.ts'
import type { UsableRepository } from '../git/repository.ts'

const watchedFiles = 50_000

/**
 * Takes down what a person could see change in their repository: HEAD, refs, index, stash, configuration, hooks, and
 * size, time and mode of their files. Reads only. Left out: the branches Sigma delivers to, ignored files, and paths
 * that match `without` (Sigma's own folder and projections).
 */
export async function observe(
  git: Git,
  repository: UsableRepository,
  without: readonly string[],
): Promise<Observation> {
  const { gitDir, commonDir } = repository
  const parts = new Map<string, string>([['HEAD', textOf(join(gitDir, 'HEAD'))]])
  for (const [ref, value] of refsOf(commonDir)) parts.set(ref, value)
  for (const name of ['index', 'config', 'config.worktree', 'info/exclude', 'info/attributes', 'logs/refs/stash']) {
    const folder = name === 'index' || name === 'config.worktree' ? gitDir : commonDir
    parts.set(name === 'logs/refs/stash' ? 'stash' : name, hashOf(join(folder, name)))
  }
  for (const file of filesBelow(join(commonDir, 'hooks')))
    parts.set(`hooks/${file}`, hashOf(join(commonDir, 'hooks', file)))
  await addFiles(parts, git, repository, createMatcher(without))
  const sorted = Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))
  return { hash: createHash('sha256').update(JSON.stringify(sorted)).digest('hex'), parts: sorted }
}

async function addFiles(
  parts: Map<string, string>,
  git: Git,
  { root, gitDir }: UsableRepository,
  isLeftOut: (path: string) => boolean,
): Promise<void> {
  const options = ['--cached', '--others', '--exclude-standard', '-z']
  const list = await git.run({ gitDir, workTree: root }, { verb: 'ls-files', options })
  const paths = [...new Set(list.fields())].filter((path) => !isLeftOut(path))
  if (paths.length > watchedFiles) parts.set('files', `only the first ${watchedFiles} of ${paths.length} are watched`)
  for (const path of paths.slice(0, watchedFiles)) {
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false })
    parts.set(
      parts.has(path) ? `./${path}` : path,
      stat === undefined ? 'gone' : `${stat.size} ${stat.mtimeMs} ${stat.mode.toString(8)}`,
    )
  }
}

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
  for (const name of refs.keys()) if (name.startsWith('refs/heads/sigma/')) refs.delete(name)
  return refs
}

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
