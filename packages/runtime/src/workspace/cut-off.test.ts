import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

/** What a git leaves that is killed while it makes its folder: it writes HEAD before the rest. */
test('a git folder that was begun and never finished is completed', async () => {
  using repository = temporaryRepository({ 'a.js': 'start\n' })
  const own = join(repository.root, '.sigma', 'git')
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(own, 'config.lock'), '')
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  expect(existsSync(join(path, 'a.js'))).toBe(true)
})

test('a lock that a killed git left on the branch of a run does not keep the run from being delivered', async () => {
  using repository = temporaryRepository({ 'a.js': 'start\n' })
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  writeFileSync(join(path, 'a.js'), 'more\n')
  const taken = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'More', trailers: {} })
  const commit = taken.kind === 'committed' ? taken.commit : ''
  const lock = join(repository.root, '.git', 'refs', 'heads', 'sigma', 'r1.lock')
  mkdirSync(join(lock, '..'), { recursive: true })
  writeFileSync(lock, '')
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(lock, longAgo, longAgo)
  await workspaces.deliver({ run: 'r1', commit })
  expect(repository.git('rev-parse', 'refs/heads/sigma/r1')).toBe(commit)

  // One that somebody lets go of is waited for.
  rmSync(lock, { force: true })
  writeFileSync(join(path, 'a.js'), 'still more\n')
  const next = { ...place, base: commit, writes: ['**'], guarded: [], message: 'Still more', trailers: {} }
  const again = await workspaces.intake(next)
  const later = again.kind === 'committed' ? again.commit : ''
  writeFileSync(lock, '')
  setTimeout(() => rmSync(lock, { force: true }), 300)
  await workspaces.deliver({ run: 'r1', commit: later })
  expect(repository.git('rev-parse', 'refs/heads/sigma/r1')).toBe(later)
})
