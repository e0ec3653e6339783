import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../testing/index.ts'
import { type Landed, landing } from './testing/landing.ts'

const files = { 'src/a.js': 'a\n', 'src/b.js': 'b\n' }

test('a task’s turns become one commit of Sigma’s, on what it began from, with the message and trailers that were asked for', async () => {
  proves('ROOM-120', 'ROOM-124')
  using repository = temporaryRepository(files)
  const { turn, land } = await landing(repository)
  const one = await turn('one', { 'src/a.js': 'one\n' }, repository.head)
  const two = await turn('one', { 'src/new.js': 'two\n' }, one)
  const message = '[plasmodium] tk-a1b2c3: Build a landing page\n\nphases\n- Designing'
  const trailers = { 'Sigma-Task': 'tk-a1b2c3', 'Sigma-Owner': 'cedar_a1b2' }
  const commit = committed(await land('tk-a1b2c3', [two], { message, trailers }))
  expect(repository.git('rev-parse', 'sigma/tk-a1b2c3')).toBe(commit)
  expect(repository.git('log', '-1', '--format=%P %an <%ae>%n%B', commit)).toBe(
    `${repository.head} Sigma <sigma@localhost>\n${message}\n\nSigma-Task: tk-a1b2c3\nSigma-Owner: cedar_a1b2`,
  )
  expect(repository.git('log', '-1', '--format=%(trailers:key=Sigma-Owner,valueonly)', commit)).toBe('cedar_a1b2')
  expect(repository.git('diff', '--name-status', repository.head, commit)).toBe('M\tsrc/a.js\nA\tsrc/new.js')
})

test('twice is once, hours later too, and a branch that went on goes on', async () => {
  using repository = temporaryRepository(files)
  let now = Date.UTC(2026, 1, 1)
  const { turn, land } = await landing(repository, {
    now: () => {
      now += 3_600_000
      return now
    },
  })
  const one = await turn('one', { 'src/a.js': 'one\n' }, repository.head)
  const first = await land('tk-1', [one])
  expect(await land('tk-1', [one])).toEqual(first)
  const two = await turn('one', { 'src/a.js': 'two\n' }, one)
  const second = committed(await land('tk-1', [two]))
  expect(repository.git('rev-parse', 'sigma/tk-1')).toBe(second)
  expect(repository.git('log', '--format=%s', second)).toBe('Land tk-1\nStart')
})

test('children that landed are merged in order, as parents of the commit', async () => {
  using repository = temporaryRepository(files)
  const { turn, land } = await landing(repository)
  const own = await turn('own', { 'src/own.js': 'own\n' }, repository.head)
  const one = committed(await land('tk-1', [await turn('one', { 'src/a.js': 'one\n' }, own)], { from: own }))
  const two = committed(await land('tk-2', [await turn('two', { 'src/b.js': 'two\n' }, repository.head)]))
  const commit = committed(await land('tk-0', [own, one, two, one]))
  expect(repository.git('log', '-1', '--format=%P', commit)).toBe([repository.head, one, two].join(' '))
  expect(repository.git('diff', '--name-status', repository.head, commit)).toBe(
    'M\tsrc/a.js\nM\tsrc/b.js\nA\tsrc/own.js',
  )
  expect(repository.git('log', '--first-parent', '--format=%s', commit)).toBe('Land tk-0\nStart')
})

test('of two tasks that are at work at once each commit has its own files, and nothing of a person’s or of .plasmodium', async () => {
  proves('ROOM-118', 'ROOM-119', 'ROOM-121', 'ROOM-122', 'T36')
  using repository = temporaryRepository(files)
  const remote = join(repository.outside, 'remote.git')
  repository.git('init', '--quiet', '--bare', remote)
  repository.git('remote', 'add', 'origin', remote)
  repository.git('push', '--quiet', '--set-upstream', 'origin', 'main')
  // What a person is at: changed, staged, new, and what the board writes for them.
  repository.write('src/b.js', 'mine, changed\n')
  repository.write('src/mine.js', 'mine, staged\n')
  repository.git('add', 'src/mine.js')
  repository.write('src/loose.js', 'mine, new\n')
  repository.write('.git/info/exclude', '.plasmodium/\n')
  repository.write('.plasmodium/tasks/tk-1/meta.json', '{}\n')
  const before = repository.fingerprint()
  const { turn, land, begin } = await landing(repository)
  const [one, two, idle] = [await begin('one'), await begin('two'), await begin('idle')]
  one.write('src/a.js', 'one\n')
  two.write('src/two.js', 'two\n')
  const commits = [committed(await land('tk-1', [await one.end()])), committed(await land('tk-2', [await two.end()]))]
  expect(commits.map((commit) => repository.git('show', '--format=', '--name-only', commit))).toEqual([
    'src/a.js',
    'src/two.js',
  ])
  expect(await land('tk-3', [await idle.end()])).toEqual({ kind: 'integrated', commit: repository.head })
  await expect(turn('sly', { '.plasmodium/tasks/tk-1/meta.json': 'x' }, repository.head)).rejects.toThrow(
    'guarded-file',
  )
  expect(repository.fingerprint()).toBe(before)
  expect(repository.git('for-each-ref', '--format=%(refname)', 'refs/heads/sigma')).toBe(
    'refs/heads/sigma/tk-1\nrefs/heads/sigma/tk-2',
  )
  expect(repository.git('--git-dir', remote, 'for-each-ref', '--format=%(refname) %(objectname)')).toBe(
    `refs/heads/main ${repository.head}`,
  )
})

test('neither an identity nor a hook of the person’s is asked, and none is run', async () => {
  proves('ROOM-125')
  using repository = temporaryRepository(files)
  const traces = join(repository.outside, 'hooks-ran')
  for (const name of ['pre-commit', 'commit-msg', 'reference-transaction', 'post-index-change', 'post-merge']) {
    const hook = join(repository.root, '.git/hooks', name)
    mkdirSync(join(repository.root, '.git/hooks'), { recursive: true })
    writeFileSync(hook, `#!/bin/sh\necho ${name} >> ${traces}\nexit 1\n`)
    chmodSync(hook, 0o755)
  }
  repository.git('config', 'user.useConfigOnly', 'true')
  const { turn, land } = await landing(repository)
  const one = await turn('one', { 'src/a.js': 'one\n' }, repository.head)
  expect(await land('tk-1', [one], { merge: 'refs/heads/main' })).toMatchObject({ kind: 'integrated' })
  expect(repository.git('show', 'main:src/a.js')).toBe('one')
  expect(existsSync(traces)).toBe(false)
})

test('a branch that is somebody else’s, checked out or blocked, a lock, and a repository that is gone are said in a sentence', async () => {
  proves('ROOM-125')
  using repository = temporaryRepository(files)
  const { turn, land } = await landing(repository)
  const one = await turn('one', { 'src/a.js': 'one\n' }, repository.head)
  repository.git('branch', 'sigma/tk-1')
  await expect(land('tk-1', [one])).rejects.toMatchObject({ code: 'branch-taken', message: /sigma\/tk-1 exists/ })
  repository.git('branch', '-D', 'sigma/tk-1')
  await land('tk-1', [one])
  repository.git('checkout', '--quiet', 'sigma/tk-1')
  const two = await turn('one', { 'src/a.js': 'two\n' }, one)
  await expect(land('tk-1', [two])).rejects.toMatchObject({ code: 'branch-checked-out' })
  repository.git('checkout', '--quiet', 'main')
  repository.write('.git/refs/heads/sigma/tk-2/below', `${repository.head}\n`)
  await expect(land('tk-2', [one])).rejects.toMatchObject({ code: 'branch-blocked' })
  repository.write('.git/refs/heads/main.lock', '')
  await expect(land('tk-3', [one], { merge: 'refs/heads/main' })).rejects.toMatchObject({
    code: 'branch-blocked',
    message: expect.stringContaining('main'),
  })
  // Index and files were brought back, and the person goes on.
  rmSync(join(repository.root, '.git/refs/heads/main.lock'))
  expect(repository.git('status', '--porcelain', '--untracked-files=no')).toBe('')
  repository.write('.git/index.lock', '')
  await expect(land('tk-3', [one], { merge: 'refs/heads/main' })).rejects.toMatchObject({ code: 'index-locked' })
  expect(existsSync(join(repository.root, '.git/index.lock'))).toBe(true)
  rmSync(join(repository.root, '.git'), { recursive: true })
  await expect(land('tk-4', [one])).rejects.toMatchObject({ code: 'repository-gone' })
})

function committed(end: Landed): string {
  if (end.kind !== 'integrated') throw new Error(`${end.kind}: ${end.files.join()}`)
  return end.commit
}
