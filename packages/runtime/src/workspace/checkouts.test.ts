import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

test('a checkout holds a commit and nothing else, is everybody’s own, and is gone afterwards', async () => {
  using repository = temporaryRepository({ 'src/a.js': '1\n', 'bin/run': '#!/bin/sh\n' })
  repository.git('update-index', '--chmod=+x', 'bin/run')
  repository.git('commit', '--quiet', '-m', 'Executable')
  repository.write('src/untracked.js', '')
  const commit = repository.git('rev-parse', 'HEAD')
  const { workspaces } = await temporaryWorkspaces(repository)
  let path = ''
  {
    await using one = await workspaces.open({ commit })
    await using two = await workspaces.open({ commit })
    path = one.path
    writeFileSync(join(one.path, 'src/a.js'), 'cheat\n')
    expect(two.path).not.toBe(one.path)
    expect(readdirSync(two.path, { recursive: true }).sort()).toEqual(['bin', 'bin/run', 'src', 'src/a.js'])
    expect(readFileSync(join(two.path, 'src/a.js'), 'utf8')).toBe('1\n')
    expect(statSync(join(two.path, 'bin/run')).mode & 0o111).toBe(0o111)
    expect(readdirSync(two.scratch)).toEqual([])
    expect(two.scratch.startsWith(two.path)).toBe(false)
  }
  expect(existsSync(path)).toBe(false)
})

test('an overlay takes what matches from another commit: added, changed and deleted', async () => {
  using repository = temporaryRepository({ 'src/a.js': 'old\n', 'src/gone.js': 'old\n', 'test/a.js': 'old\n' })
  repository.write('src/a.js', 'new\n')
  repository.write('src/more.js', 'new\n')
  repository.write('test/a.js', 'new\n')
  repository.git('rm', '--quiet', 'src/gone.js')
  const next = repository.commit('Next')
  const { workspaces } = await temporaryWorkspaces(repository)
  await using checkout = await workspaces.open({
    commit: next,
    overlay: { commit: repository.head, globs: ['src/**'] },
  })
  const content = (path: string): string => readFileSync(join(checkout.path, path), 'utf8')
  expect(readdirSync(join(checkout.path, 'src')).sort()).toEqual(['a.js', 'gone.js'])
  expect([content('src/a.js'), content('test/a.js')]).toEqual(['old\n', 'new\n'])
})

test('a test command gets the person’s PATH and a home of its own, and nothing that changes how Node starts', async () => {
  using repository = temporaryRepository()
  const { PATH = '' } = process.env
  const environment = {
    PATH,
    HOME: '/home/ada',
    NODE_OPTIONS: '--inspect',
    NODE_PATH: '/x',
    API_KEY: 'secret',
    GIT_DIR: '/x',
    LANG: 'C',
  }
  const { workspaces } = await temporaryWorkspaces(repository, { environment })
  await using checkout = await workspaces.open({ commit: repository.head })
  const { env } = checkout
  const { HOME = '', TMPDIR = '' } = env
  expect(env).toEqual({ HOME, LANG: 'C', PATH, TMPDIR })
  for (const folder of [HOME, TMPDIR]) expect(readdirSync(folder)).toEqual([])
  execFileSync('node', ['-e', `require('node:fs').writeFileSync(require('node:os').homedir() + '/x', '')`], {
    env,
    cwd: checkout.path,
  })
  expect(existsSync(join(HOME, 'x'))).toBe(true)
})

test('commits are compared, listed and read as they are', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n', 'b.js': '1\n', 'c.js': '1\n' })
  repository.write('a.js', '2\n')
  repository.write('new\n"name".js', '2\n')
  repository.git('rm', '--quiet', 'b.js')
  execFileSync('ln', ['-sf', 'a.js', 'c.js'], { cwd: repository.root })
  const next = repository.commit('Next')
  const { workspaces } = await temporaryWorkspaces(repository)
  expect(await workspaces.diff(repository.head, next)).toEqual([
    { path: 'a.js', status: 'M' },
    { path: 'b.js', status: 'D' },
    { path: 'c.js', status: 'T' },
    { path: 'new\n"name".js', status: 'A' },
  ])
  expect(await workspaces.files(next)).toEqual(['a.js', 'c.js', 'new\n"name".js'])
  expect(String(await workspaces.read(next, 'new\n"name".js'))).toBe('2\n')
  expect(await workspaces.read(next, 'b.js')).toBeNull()
  expect(await workspaces.read(next, '../a.js')).toBeNull()
})
