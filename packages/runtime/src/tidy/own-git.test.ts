import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createGit } from '../git/git.ts'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import { ownGit } from './own-git.ts'

const dataOf = ({ root }: TemporaryRepository): string => join(root, '.sigma')
const inOwn = (repository: TemporaryRepository, ...args: readonly string[]): string =>
  repository.git(`--git-dir=${join(dataOf(repository), 'git')}`, ...args)

/** Work of a run on a base, taken in; gives its commit. */
async function worked(repository: TemporaryRepository, run: string, base: string): Promise<string> {
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run, workspace: 'C1', base, documents: [] }
  const { path } = await workspaces.prepare(place)
  writeFileSync(join(path, 'work.txt'), run.repeat(1_000))
  const taken = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: run, trailers: {} })
  return taken.kind === 'committed' ? taken.commit : ''
}

function opened(repository: TemporaryRepository) {
  const git = createGit({ path: process.env['PATH'] ?? '', emptyFolder: join(dataOf(repository), 'empty') })
  const own = ownGit(git, dataOf(repository))
  if (own === null) throw new Error('there is no git folder')
  return own
}

const isThere = (repository: TemporaryRepository, commit: string): boolean => {
  try {
    inOwn(repository, 'cat-file', '-e', commit)
    return true
  } catch {
    return false
  }
}

test('refs and objects of a run go, with what it began from; those of others stay', async () => {
  using repository = temporaryRepository()
  const old = await worked(repository, 'old', repository.head)
  repository.write('b.txt', 'more')
  const later = repository.commit('Later')
  const kept = await worked(repository, 'kept', later)
  const own = opened(repository)
  expect([...(await own.runs()).keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['kept', 'old'])
  await own.takeRuns(new Set(['old']))
  await own.sweep(new Set([kept, later]))
  expect([old, repository.head, kept, later].map((commit) => isThere(repository, commit))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(inOwn(repository, 'fsck', '--no-dangling', '--no-progress')).toBe('')
  const again = await worked(repository, 'again', repository.head)
  expect(isThere(repository, again)).toBe(true)
})

test('what the journal still names stays, though no run that is left has it: one may have begun from another’s work', async () => {
  using repository = temporaryRepository()
  const old = await worked(repository, 'old', repository.head)
  const own = opened(repository)
  await own.takeRuns(new Set(['old']))
  await own.sweep(new Set([old, '0'.repeat(40)]))
  expect([old, repository.head].map((commit) => isThere(repository, commit))).toEqual([true, true])
  await own.sweep(new Set())
  expect([old, repository.head].map((commit) => isThere(repository, commit))).toEqual([false, false])
  expect(inOwn(repository, 'for-each-ref')).toBe('')
})

test('commits of submodules stay with what names them', async () => {
  using inner = temporaryRepository({ 'inner.txt': 'inner' })
  using repository = temporaryRepository()
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'part')
  const base = repository.commit('With a part')
  const old = await worked(repository, 'old', repository.head)
  await worked(repository, 'kept', base)
  const own = opened(repository)
  await own.takeRuns(new Set(['old']))
  await own.sweep(new Set([base]))
  expect([old, repository.head, base, inner.head].map((commit) => isThere(repository, commit))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('what a killed repack left goes the next time', async () => {
  using repository = temporaryRepository()
  const base = repository.head
  const work = await worked(repository, 'kept', base)
  await opened(repository).sweep(new Set([base]))
  const packs = join(dataOf(repository), 'git', 'objects', 'pack')
  const [pack = ''] = readdirSync(packs).filter((name) => name.endsWith('.pack'))
  const before = readdirSync(packs)
  const other = pack.replace(/[0-9a-f]{40}/, 'f'.repeat(40))
  const left = ['.tmp-7-pack-abc.pack', '.tmp-7-pack-abc.idx', 'tmp_pack_x', other, other.replace('.pack', '.rev')]
  for (const name of left) copyFileSync(join(packs, pack), join(packs, name))
  expect(inOwn(repository, 'count-objects', '-v')).not.toMatch(/^garbage: 0$/m)
  await opened(repository).sweep(new Set([base]))
  expect(readdirSync(packs)).toEqual(before)
  expect(inOwn(repository, 'count-objects', '-v')).toMatch(/^garbage: 0$/m)
  expect(isThere(repository, work)).toBe(true)
})
