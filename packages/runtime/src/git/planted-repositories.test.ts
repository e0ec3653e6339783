import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { copyOf, type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import { inspectRepository } from './repository.ts'

const { PATH = '' } = process.env
const template = temporaryRepository({ 'src/a.js': '1\n', 'src/b.js': '1\n' })

/** A repository of an agent's whose settings and hooks run a program at whatever git is asked in it. */
function armed(repository: TemporaryRepository, folder: string, ...init: readonly string[]): void {
  const evil = join(repository.outside, 'evil')
  writeFileSync(evil, `#!/bin/sh\necho ran >> '${repository.outside}/canary'\n`, { mode: 0o755 })
  repository.git('init', '--quiet', ...init, folder)
  const gitDir = init.includes('--bare') ? folder : join(folder, '.git')
  for (const key of ['core.fsmonitor', 'core.pager', 'diff.external', 'core.sshCommand'])
    repository.git('--git-dir', gitDir, 'config', key, evil)
  repository.git('--git-dir', gitDir, 'config', 'core.bare', 'false')
  repository.git('--git-dir', gitDir, 'config', 'core.worktree', folder)
  writeFileSync(join(gitDir, 'hooks/reference-transaction'), `#!/bin/sh\nexec '${evil}'\n`, { mode: 0o755 })
}

const ran = ({ outside }: TemporaryRepository): boolean => existsSync(join(outside, 'canary'))

/** What an agent leaves in its workspace, and a folder in which plain git would start its program. */
const planted: readonly (readonly [what: string, plant: (path: string, repository: TemporaryRepository) => string])[] =
  [
    [
      'a bare repository in a subfolder',
      (path, repository) => {
        armed(repository, join(path, 'src/lib'), '--bare')
        return join(path, 'src/lib')
      },
    ],
    [
      'a nested repository',
      (path, repository) => {
        armed(repository, join(path, 'src/lib'))
        return join(path, 'src/lib')
      },
    ],
    [
      'a repository at the top',
      (path, repository) => {
        armed(repository, path)
        return path
      },
    ],
    [
      'a pointer to a git folder beside it',
      (path, repository) => {
        armed(repository, join(path, 'src/lib'))
        renameSync(join(path, 'src/lib/.git'), join(path, 'src/lib/store'))
        writeFileSync(join(path, '.git'), `gitdir: ${join(path, 'src/lib/store')}\n`)
        return path
      },
    ],
    [
      'a pointer to a git folder outside',
      (path, repository) => {
        armed(repository, join(repository.outside, 'lib'))
        writeFileSync(join(path, 'src/.git'), `gitdir: ${join(repository.outside, 'lib/.git')}\n`)
        return join(path, 'src')
      },
    ],
    [
      'a link to a git folder outside',
      (path, repository) => {
        armed(repository, join(repository.outside, 'lib'))
        symlinkSync(join(repository.outside, 'lib/.git'), join(path, '.git'))
        return path
      },
    ],
  ]

test.each(planted)('%s is refused by name, and git is led nowhere by it', async (_what, plant) => {
  proves('T12')
  using repository = copyOf(template)
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  const folder = plant(path, repository)
  rmSync(join(repository.outside, 'canary'), { force: true })
  expect(
    await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} }),
  ).toMatchObject({
    kind: 'trespass',
    findings: expect.arrayContaining([expect.objectContaining({ rule: 'nested-repository' })]),
  })
  await workspaces.observe()
  await workspaces.restore({ ...place, commit: repository.head })
  expect(ran(repository)).toBe(false)
  // Had anybody asked plain git there, it would have been.
  plant(path, repository)
  plainly(folder, 'status')
  expect(ran(repository)).toBe(true)
})

test('a git folder of the person’s that was exchanged for a pointer is not followed', async () => {
  proves('T12')
  using repository = copyOf(template)
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  const observed = await workspaces.observe()
  armed(repository, join(repository.outside, 'lib'))
  rmSync(join(repository.outside, 'canary'), { force: true })
  renameSync(join(repository.root, '.git'), join(repository.outside, 'real'))
  writeFileSync(join(repository.root, '.git'), `gitdir: ${join(repository.outside, 'lib/.git')}\n`)
  writeFileSync(join(path, 'src/a.js'), '2\n')
  const told = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)
  await told(workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} }))
  await told(workspaces.deliver({ run: 'r1', commit: repository.head }))
  const now = await workspaces.observe().catch(() => null)
  expect(now?.hash).not.toBe(observed.hash)
  expect(ran(repository)).toBe(false)
  expect(existsSync(join(repository.outside, 'lib/.git/refs/heads/sigma'))).toBe(false)
})

test('repositories that lie in the person’s own are looked over and worked beside, and nothing in them is run', async () => {
  proves('T12')
  using repository = copyOf(template)
  armed(repository, join(repository.root, 'vendor/bare'), '--bare')
  armed(repository, join(repository.root, 'vendor/nested'))
  mkdirSync(join(repository.root, 'vendor/pointing'))
  writeFileSync(
    join(repository.root, 'vendor/pointing/.git'),
    `gitdir: ${join(repository.root, 'vendor/nested/.git')}\n`,
  )
  rmSync(join(repository.outside, 'canary'), { force: true })
  const { dirty } = await inspectRepository(join(repository.root, 'src'), PATH)
  expect(dirty.join()).toContain('vendor/')
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  writeFileSync(join(path, 'src/a.js'), '2\n')
  const taken = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} })
  expect(taken).toMatchObject({ kind: 'committed', changed: ['src/a.js'] })
  await workspaces.observe()
  expect(ran(repository)).toBe(false)
  plainly(join(repository.root, 'vendor/bare'), 'status')
  expect(ran(repository)).toBe(true)
})

function plainly(cwd: string, verb: string): void {
  try {
    execFileSync('git', [verb], { cwd, stdio: 'pipe', env: { PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' } })
  } catch {
    // What it answers is not what is asked.
  }
}
