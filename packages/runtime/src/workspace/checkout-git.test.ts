import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const gitIn = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

test('a checkout may be a repository of its own, that stands clean at the commit with history and tags', async () => {
  using repository = temporaryRepository({ 'src/a.js': '1\n', '.gitignore': 'local/\n' })
  repository.git('tag', '-a', 'v1.0.0', '-m', 'One')
  repository.git('tag', 'light')
  repository.git('remote', 'add', 'origin', 'https://me:pass@example.org/x.git')
  repository.git('config', 'user.token', 'hidden')
  repository.git('branch', 'private')
  repository.write('.git/hooks/post-checkout', '#!/bin/sh\nexit 1\n')
  repository.write('src/a.js', '2\n')
  const head = repository.commit('Second')
  repository.write('notes.txt', 'n\n')
  repository.write('local/x', 'x\n')
  const before = repository.git('for-each-ref')
  const { workspaces } = await temporaryWorkspaces(repository)
  {
    await using checkout = await workspaces.open({ commit: head, reads: ['.git', 'notes.txt', 'local'] })
    const git = (...args: readonly string[]): string => gitIn(checkout.path, ...args)
    expect(git('rev-parse', 'HEAD')).toBe(head)
    expect(git('rev-parse', '--abbrev-ref', 'HEAD')).toBe(repository.git('rev-parse', '--abbrev-ref', 'HEAD'))
    // Asked first: a status would write down what it found.
    expect(git('diff-index', '--name-only', 'HEAD')).toBe('')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('ls-files').split('\n')).toEqual(['.gitignore', 'src/a.js'])
    expect(git('log', '--format=%s', '-1')).toBe('Second')
    expect(git('rev-list', '--count', 'HEAD')).toBe(repository.git('rev-list', '--count', 'HEAD'))
    expect(git('describe', '--tags')).toMatch(/^v1\.0\.0-1-g/)
    expect(git('tag', '--list').split('\n')).toEqual(['light', 'v1.0.0'])
    expect(git('fsck', '--full')).toBe('')
    expect(git('show', 'HEAD~1:src/a.js')).toBe('1')
    expect(readFileSync(join(checkout.path, '.git/config'), 'utf8')).not.toMatch(/hidden|pass|remote|hooks/)
    expect(git('for-each-ref', 'refs/heads', 'refs/remotes').split('\n')).toHaveLength(1)
    expect(existsSync(join(checkout.path, '.git/hooks/post-checkout'))).toBe(false)
    writeFileSync(join(checkout.path, 'src/a.js'), '3\n')
    git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-am', 'By a test')
    git('tag', 'planted')
    rmSync(join(checkout.path, '.git/objects'), { recursive: true })
  }
  expect(repository.git('for-each-ref')).toBe(before)
  expect(repository.git('rev-parse', 'HEAD')).toBe(head)
  // What was done to the last is not in the next.
  await using next = await workspaces.open({ commit: head, reads: ['.git'] })
  expect(gitIn(next.path, 'tag', '--list').split('\n')).toEqual(['light', 'v1.0.0'])
  expect(gitIn(next.path, 'fsck', '--full')).toBe('')
})

test('of a long history the last fifty commits are there', async () => {
  using repository = temporaryRepository({ 'a.txt': '0\n' })
  for (let at = 1; at <= 60; at += 1) {
    appendFileSync(join(repository.root, 'a.txt'), `${at}\n`)
    repository.commit(`Number ${at}`)
  }
  const { workspaces } = await temporaryWorkspaces(repository)
  const head = repository.git('rev-parse', 'HEAD')
  await using checkout = await workspaces.open({ commit: head, reads: ['.git'] })
  expect(gitIn(checkout.path, 'rev-list', '--count', 'HEAD')).toBe('50')
  expect(gitIn(checkout.path, 'fsck', '--full')).toBe('')
})

test('a clone that was cut before is taken as it is', async () => {
  using whole = temporaryRepository({ 'a.txt': '0\n' })
  for (const text of ['1\n', '2\n']) {
    whole.write('a.txt', text)
    whole.commit(text)
  }
  using repository = temporaryRepository()
  repository.git('fetch', '--quiet', '--depth=2', `file://${whole.root}`, 'main')
  repository.git('reset', '--quiet', '--hard', 'FETCH_HEAD')
  const { workspaces } = await temporaryWorkspaces(repository)
  await using checkout = await workspaces.open({ commit: repository.git('rev-parse', 'HEAD'), reads: ['.git'] })
  expect(gitIn(checkout.path, 'rev-list', '--count', 'HEAD')).toBe('2')
  expect(gitIn(checkout.path, 'status', '--porcelain')).toBe('')
})

test('nothing of it is made where temporary files lie, for that may be another file system', async () => {
  using repository = temporaryRepository({ 'a.txt': '0\n' })
  const { workspaces } = await temporaryWorkspaces(repository)
  vi.stubEnv('TMPDIR', join(repository.root, 'not', 'there'))
  try {
    await using checkout = await workspaces.open({ commit: repository.git('rev-parse', 'HEAD'), reads: ['.git'] })
    expect(gitIn(checkout.path, 'fsck', '--full')).toBe('')
  } finally {
    vi.unstubAllEnvs()
  }
})
