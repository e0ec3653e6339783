import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const keys = [
  'core.fsmonitor',
  'core.sshCommand',
  'core.gitProxy',
  'core.pager',
  'core.editor',
  'core.askPass',
  'core.alternateRefsCommand',
  'credential.helper',
  'diff.external',
  'diff.x.command',
  'diff.x.textconv',
  'filter.x.clean',
  'filter.x.smudge',
  'filter.x.process',
  'gc.recentObjectsHook',
  'gpg.program',
  'gpg.ssh.program',
  'interactive.diffFilter',
  'merge.x.driver',
  'mergetool.x.cmd',
  'pager.log',
  'pack.packObjectsHook',
  'remote.origin.uploadpack',
  'remote.origin.vcs',
  'sequence.editor',
  'trailer.x.command',
  'uploadpack.packObjectsHook',
]
const hooks = [
  'pre-commit',
  'post-commit',
  'post-index-change',
  'post-checkout',
  'reference-transaction',
  'update',
  'pre-auto-gc',
]

/** A repository in which every plain git command runs something, which leaves a file behind. */
function hostileRepository(): { readonly repository: TemporaryRepository; readonly canary: string } {
  const repository = temporaryRepository({ 'src/a.js': '1\r\n', 'src/b.js': '1\n', 'design.md': '# A\n' })
  const canary = join(repository.outside, 'canary')
  writeFileSync(
    join(repository.root, '.gitattributes'),
    '* filter=x diff=x merge=x text=auto eol=crlf ident\nsrc/* working-tree-encoding=UTF-16\n',
  )
  repository.git('-c', 'core.safecrlf=false', 'add', '.gitattributes')
  repository.git('commit', '--quiet', '-m', 'Attributes')
  for (const key of keys) repository.git('config', key, `touch ${canary};`)
  for (const key of ['commit.gpgSign', 'tag.gpgSign', 'log.showSignature', 'submodule.recurse'])
    repository.git('config', key, 'true')
  repository.git('config', 'alias.cat-file', `!touch ${canary}`)
  for (const hook of hooks) {
    const file = join(repository.root, '.git/hooks', hook)
    mkdirSync(join(repository.root, '.git/hooks'), { recursive: true })
    writeFileSync(file, `#!/bin/sh\ntouch ${canary}\n`)
    chmodSync(file, 0o755)
  }
  rmSync(canary, { force: true })
  return { repository, canary }
}

test('in a hostile repository nothing of it is run, from the first look to the delivery, and no byte is changed', async () => {
  const hostile = hostileRepository()
  using repository = hostile.repository
  const base = repository.git('rev-parse', 'HEAD')
  rmSync(hostile.canary, { force: true })
  const before = repository.fingerprint()
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base, documents: [] }
  const { path } = await workspaces.prepare(place)
  const observed = await workspaces.observe()
  writeFileSync(join(path, 'src/a.js'), '2\r\n$Id$\r\n')
  writeFileSync(join(path, 'src/c.js'), Buffer.from([0xff, 0xfe, 0x0d, 0x0a]))
  const taken = await workspaces.intake({ ...place, writes: ['src/**'], guarded: [], message: 'Work', trailers: {} })
  if (taken.kind !== 'committed') throw new Error(JSON.stringify(taken))
  const other = await workspaces.prepare({ ...place, workspace: 'C2' })
  writeFileSync(join(other.path, 'src/b.js'), '2\n')
  const second = await workspaces.intake({
    ...place,
    workspace: 'C2',
    writes: ['src/**'],
    guarded: [],
    message: 'Work',
    trailers: {},
  })
  if (second.kind !== 'committed') throw new Error(JSON.stringify(second))
  const branches = [
    { name: 'C1', commit: taken.commit },
    { name: 'C2', commit: second.commit },
  ]
  const together = await workspaces.integrate({ run: 'r1', branches, message: 'Both', trailers: {} })
  if (together.kind !== 'integrated') throw new Error('conflict')
  await using checkout = await workspaces.open({ commit: together.commit })
  await workspaces.restore({ run: 'r1', workspace: 'C1', commit: base })
  await workspaces.deliver({ run: 'r1', commit: together.commit })
  expect(await workspaces.observe()).toEqual(observed)
  expect(existsSync(hostile.canary)).toBe(false)
  expect(repository.fingerprint()).toBe(before)
  expect(existsSync(checkout.path)).toBe(true)
  expect(await workspaces.read(together.commit, 'src/a.js')).toEqual(Buffer.from('2\r\n$Id$\r\n'))
  expect(await workspaces.read(together.commit, 'src/c.js')).toEqual(Buffer.from([0xff, 0xfe, 0x0d, 0x0a]))
})

test('the canary of the hostile repository sings under plain git', () => {
  const { repository, canary } = hostileRepository()
  using _ = repository
  rmSync(canary, { force: true })
  try {
    repository.git('status')
  } catch {
    // What it answers is not what is asked here.
  }
  expect(existsSync(canary)).toBe(true)
})

test('whatever an agent plants in its workspace, git is led nowhere by it', async () => {
  proves('DPTR-72')
  using repository = temporaryRepository({ 'src/a.js': '1\n' })
  const canary = join(repository.outside, 'canary')
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const spec = { ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} }
  const { path } = await workspaces.prepare(place)
  expect(existsSync(join(path, '.git'))).toBe(false)

  // A repository of its own, whose configuration runs things.
  repository.git('init', '--quiet', path)
  repository.git('-C', path, 'config', 'core.fsmonitor', `touch ${canary};`)
  repository.git('-C', path, 'config', 'filter.x.clean', `touch ${canary}; cat`)
  writeFileSync(join(path, '.gitattributes'), '* filter=x\n')
  const nested = await workspaces.intake(spec)
  expect(nested).toMatchObject({
    kind: 'trespass',
    findings: [{ rule: 'nested-repository', message: expect.stringContaining('.git') }],
  })

  // A pointer to a git folder elsewhere.
  await workspaces.prepare(place)
  expect(existsSync(join(path, '.git'))).toBe(false)
  writeFileSync(join(path, '.git'), `gitdir: ${join(repository.root, '.git')}\n`)
  expect(await workspaces.intake(spec)).toMatchObject({ findings: [{ rule: 'nested-repository' }] })

  // A bare repository as a plain folder, and names that some file systems take for `.git`.
  await workspaces.prepare(place)
  repository.git('init', '--quiet', '--bare', join(path, 'lib'))
  mkdirSync(join(path, 'x'))
  writeFileSync(join(path, 'x/.GIT'), '')
  writeFileSync(join(path, 'git~1'), '')
  const bare = await workspaces.intake(spec)
  expect(bare).toMatchObject({ findings: [{ rule: 'nested-repository', message: expect.stringMatching(/x\/\.GIT/) }] })
  expect(JSON.stringify(bare)).toContain('lib')
  expect(JSON.stringify(bare)).toContain('git~1')

  // A folder that became a link to the person's files: putting the workspace back does not write through it.
  await workspaces.prepare(place)
  rmSync(join(path, 'src'), { recursive: true })
  mkdirSync(join(repository.outside, 'precious'))
  writeFileSync(join(repository.outside, 'precious/a.js'), 'precious')
  symlinkSync(join(repository.outside, 'precious'), join(path, 'src'))
  expect(await workspaces.intake(spec)).toMatchObject({ findings: [{ rule: 'link-out-of-tree' }] })
  await workspaces.prepare(place)
  expect(existsSync(join(repository.outside, 'precious/a.js'))).toBe(true)
  expect(await workspaces.intake(spec)).toEqual({ kind: 'unchanged' })
  expect(existsSync(canary)).toBe(false)
})
