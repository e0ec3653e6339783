import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../testing/index.ts'
import { branchStart } from './branch-start.ts'
import { usableRepository } from './repository.ts'

const { PATH = '' } = process.env

test('a branch began where it left the other one, by whatever name that goes', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const began = repository.head
  repository.git('checkout', '--quiet', '-b', 'work')
  repository.write('a.js', '2\n')
  repository.git('commit', '--quiet', '--all', '--message', 'Work')
  repository.git('checkout', '--quiet', 'main')
  repository.write('b.js', '1\n')
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '--message', 'Meanwhile')
  repository.git('checkout', '--quiet', 'work')
  const before = repository.fingerprint()
  const usable = await usableRepository(repository.root, PATH)
  for (const name of ['main', 'refs/heads/main', 'HEAD~1', 'HEAD^', began, began.slice(0, 12)])
    expect(await branchStart(usable, PATH, name), name).toBe(began)
  expect(await branchStart(usable, PATH, 'work')).toBe(usable.head)
  expect(repository.fingerprint()).toBe(before)
})

test('a name that is not here is told with the way to it, and a branch of the remote by its name', async () => {
  using repository = temporaryRepository()
  const usable = await usableRepository(repository.root, PATH)
  await expect(branchStart(usable, PATH, 'origin/main')).rejects.toMatchObject({
    code: 'no-such-base',
    hint: 'git fetch origin main:refs/remotes/origin/main',
  })
  repository.git('update-ref', 'refs/remotes/origin/trunk', repository.head)
  await expect(branchStart(usable, PATH, 'trunk')).rejects.toMatchObject({ hint: 'sigma gates --base origin/trunk' })
})

test('no name is anything but a name to git', async () => {
  using repository = temporaryRepository()
  const usable = await usableRepository(repository.root, PATH)
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('--batch', '-h', 'HEAD\nHEAD', ':/x'),
  )
  await fc.assert(
    fc.asyncProperty(name, async (ref) => {
      const base = await branchStart(usable, PATH, `--${ref}`).catch((error: Error) => error.message)
      expect(base).toMatch(/is no commit, branch or tag that is here\.$/)
    }),
    { numRuns: 15 },
  )
})

test('a shallow clone has no beginning in common, and says how to get one', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  repository.git('checkout', '--quiet', '-b', 'work')
  repository.write('a.js', '2\n')
  repository.git('commit', '--quiet', '--all', '--message', 'Work')
  const clone = join(repository.outside, 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth=1', '--no-single-branch', `file://${repository.root}`, clone])
  const usable = await usableRepository(clone, PATH)
  await expect(branchStart(usable, PATH, 'origin/main')).rejects.toMatchObject({
    code: 'no-common-commit',
    hint: expect.stringContaining('git fetch --unshallow origin'),
  })
  await expect(branchStart(usable, PATH, 'HEAD~1')).rejects.toMatchObject({
    code: 'no-such-base',
    hint: expect.stringContaining('fetch-depth: 0'),
  })
})

test('histories that have nothing in common have no beginning', async () => {
  using repository = temporaryRepository()
  repository.git('checkout', '--quiet', '--orphan', 'other')
  repository.git('commit', '--quiet', '--allow-empty', '--message', 'Anew')
  const usable = await usableRepository(repository.root, PATH)
  await expect(branchStart(usable, PATH, 'main')).rejects.toMatchObject({ code: 'no-common-commit' })
})
