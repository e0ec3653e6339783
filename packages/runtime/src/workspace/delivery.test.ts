import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

async function work(repository: TemporaryRepository, content: string, root = repository.root) {
  const { workspaces } = await temporaryWorkspaces({ ...repository, root })
  const place = { run: 'r1', workspace: 'C1', base: repository.git('rev-parse', 'HEAD'), documents: [] }
  const { path } = await workspaces.prepare(place)
  writeFileSync(join(path, 'a.js'), content)
  const intake = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} })
  if (intake.kind !== 'committed') throw new Error(intake.kind)
  return { workspaces, commit: intake.commit }
}

test('a branch is delivered once however often it is asked for, moved on later, and whole', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const before = repository.fingerprint()
  const first = await work(repository, '2\n')
  for (let times = 0; times < 2; times += 1) {
    expect(await first.workspaces.deliver({ run: 'r1', commit: first.commit })).toEqual({ branch: 'sigma/r1' })
  }
  const second = await work(repository, '3\n')
  await second.workspaces.deliver({ run: 'r1', commit: second.commit })
  expect(repository.git('show', 'sigma/r1:a.js')).toBe('3')
  expect(repository.git('log', '--format=%s', 'sigma/r1')).toBe('Work\nStart')
  repository.git('fsck', '--strict', '--no-dangling')
  expect(repository.fingerprint()).toBe(before)
})

test('a branch that somebody else made is not written over', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  repository.git('branch', 'sigma/r1')
  const { workspaces, commit } = await work(repository, '2\n')
  await expect(workspaces.deliver({ run: 'r1', commit })).rejects.toMatchObject({ code: 'branch-taken' })
  expect(repository.git('rev-parse', 'sigma/r1')).toBe(repository.head)
})

test('a branch that is checked out is not moved under the person’s feet', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const first = await work(repository, '2\n')
  await first.workspaces.deliver({ run: 'r1', commit: first.commit })
  const second = await work(repository, '3\n')
  repository.git('checkout', '--quiet', 'sigma/r1')
  await expect(second.workspaces.deliver({ run: 'r1', commit: second.commit })).rejects.toMatchObject({
    code: 'branch-checked-out',
  })
  expect(repository.git('rev-parse', 'HEAD')).toBe(first.commit)
})

test('a branch named sigma leaves no room for ours, which is said', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  repository.git('branch', 'sigma')
  const { workspaces, commit } = await work(repository, '2\n')
  await expect(workspaces.deliver({ run: 'r1', commit })).rejects.toMatchObject({ code: 'branch-blocked' })
})

test('detached, shallow, borrowed, linked and SHA-256 repositories are all good to start from', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  repository.write('b.js', '1\n')
  repository.commit('Second')
  const make: Readonly<Record<string, (to: string) => void>> = {
    detached: (to) => repository.git('worktree', 'add', '--quiet', '--detach', to),
    shallow: (to) => repository.git('clone', '--quiet', '--depth=1', `file://${repository.root}`, to),
    borrowed: (to) => repository.git('clone', '--quiet', '--shared', repository.root, to),
    linked: (to) => repository.git('worktree', 'add', '--quiet', '-b', 'side', to),
    sha256: (to) => {
      repository.git('init', '--quiet', '--object-format=sha256', to)
      writeFileSync(join(to, 'a.js'), '1\n')
      repository.git('-C', to, 'add', '--all')
      repository.git('-C', to, 'commit', '--quiet', '-m', 'Start')
    },
  }
  for (const [name, at] of Object.keys(make).map((kind) => [kind, join(repository.outside, kind)] as const)) {
    make[name]?.(at)
    const git = (...parameters: readonly string[]): string => repository.git('-C', at, ...parameters)
    const head = git('rev-parse', 'HEAD')
    const { workspaces, commit } = await work({ ...repository, git }, `${name}\n`, at)
    await workspaces.deliver({ run: name, commit })
    expect(git('rev-parse', `sigma/${name}^`), name).toBe(head)
    expect(git('show', `sigma/${name}:a.js`)).toBe(name)
    expect(git('rev-parse', 'HEAD')).toBe(head)
  }
})
