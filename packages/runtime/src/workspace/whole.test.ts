import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Intake } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { findRepository, inspectRepository } from '../git/repository.ts'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import { lacksOf } from './whole.ts'
import type { WorkspaceStore } from './workspaces.ts'

const { PATH = '' } = process.env
const place = { run: 'r1', workspace: 'C1', documents: [] }
const local = ['-c', 'protocol.file.allow=always'] as const

function intake(workspaces: WorkspaceStore, base: string): Promise<Intake> {
  return workspaces.intake({ ...place, base, writes: ['**'], guarded: [], message: 'Work', trailers: {} })
}

function makeAt(repository: TemporaryRepository, name: string, files: Readonly<Record<string, string>>): string {
  const at = join(repository.outside, name)
  repository.git('init', '--quiet', '--initial-branch=main', at)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true })
    writeFileSync(join(at, path), text)
  }
  repository.git('-C', at, 'add', '--all')
  repository.git('-C', at, 'commit', '--quiet', '-m', 'Start')
  return at
}

/** A repository with a submodule `vendor/lib`, which has one itself, `deep`. */
function nested(): { readonly repository: TemporaryRepository; readonly base: string } {
  const repository = temporaryRepository({ 'src/a.js': '1\n' })
  const deep = makeAt(repository, 'deep', { 'index.js': 'deep\n' })
  const lib = makeAt(repository, 'lib', { 'index.js': 'lib\n', 'bin/run.sh': 'run\n' })
  repository.git('-C', lib, ...local, 'submodule', '--quiet', 'add', deep, 'deep')
  repository.git('-C', lib, 'commit', '--quiet', '-m', 'Deep')
  repository.git(...local, 'submodule', '--quiet', 'add', lib, 'vendor/lib')
  repository.git(...local, 'submodule', '--quiet', 'update', '--init', '--recursive')
  return { repository, base: repository.commit('Lib') }
}

test('submodules lie in workspaces and checkouts at the commits that are named, whatever stands in the user’s tree', async () => {
  proves('F47')
  const made = nested()
  using repository = made.repository
  writeFileSync(join(repository.root, 'vendor/lib/index.js'), 'mine\n')
  expect((await inspectRepository(repository.root, PATH)).dirty).toEqual(['vendor/lib'])
  const before = repository.fingerprint()
  const { workspaces } = await temporaryWorkspaces(repository)
  const { path } = await workspaces.prepare({ ...place, base: made.base })
  await using checkout = await workspaces.open({ commit: made.base })
  for (const folder of [path, checkout.path]) {
    expect(readFileSync(join(folder, 'vendor/lib/index.js'), 'utf8')).toBe('lib\n')
    expect(readFileSync(join(folder, 'vendor/lib/deep/index.js'), 'utf8')).toBe('deep\n')
    expect(statSync(join(folder, 'vendor/lib/index.js')).mode & 0o222).toBe(0)
    expect(existsSync(join(folder, 'vendor/lib/.git'))).toBe(false)
  }
  expect((await workspaces.files(made.base)).filter((name) => name.startsWith('vendor/'))).toEqual([])
  expect(await intake(workspaces, made.base)).toEqual({ kind: 'unchanged' })
  writeFileSync(join(path, 'src/a.js'), '2\n')
  const taken = await intake(workspaces, made.base)
  if (taken.kind !== 'committed') throw new Error(JSON.stringify(taken))
  const { branch } = await workspaces.deliver({ run: 'r1', commit: taken.commit })
  expect(repository.git('ls-tree', branch, 'vendor/lib')).toBe(repository.git('ls-tree', 'HEAD', 'vendor/lib'))
  expect(repository.fingerprint()).toBe(before)
})

test('a change inside a submodule, of whatever kind, is refused by name, and kept as evidence', async () => {
  proves('F47', 'T8')
  const made = nested()
  using repository = made.repository
  const { workspaces, blobs } = await temporaryWorkspaces(repository)
  const tricks: readonly ((path: string) => void)[] = [
    (path) => {
      chmodSync(join(path, 'vendor/lib/index.js'), 0o644)
      writeFileSync(join(path, 'vendor/lib/index.js'), 'easier\n')
    },
    (path) => writeFileSync(join(path, 'vendor/lib/deep/more.js'), 'more\n'),
    (path) => rmSync(join(path, 'vendor/lib/bin'), { recursive: true }),
    (path) => {
      rmSync(join(path, 'vendor/lib'), { recursive: true })
      writeFileSync(join(path, 'vendor/lib'), 'a file\n')
    },
  ]
  for (const trick of tricks) {
    const { path } = await workspaces.prepare({ ...place, base: made.base })
    trick(path)
    const taken = await intake(workspaces, made.base)
    if (taken.kind !== 'trespass') throw new Error(taken.kind)
    expect(taken.findings.map(({ rule }) => rule)).toEqual(['submodule-changed'])
    expect(Buffer.from(blobs.get(taken.evidence)).toString()).toContain('diff --git')
  }
  const { path } = await workspaces.prepare({ ...place, base: made.base })
  expect(readFileSync(join(path, 'vendor/lib/index.js'), 'utf8')).toBe('lib\n')
})

test('a submodule that is not checked out is an empty folder, named as lacking, and cannot be filled', async () => {
  proves('F47')
  const made = nested()
  using repository = made.repository
  repository.git('-C', 'vendor/lib', 'submodule', '--quiet', 'deinit', '--force', 'deep')
  rmSync(join(repository.root, '.git/modules/vendor/lib/modules'), { recursive: true })
  expect((await lacksOf(findRepository(repository.root), made.base, PATH)).submodules).toEqual(['vendor/lib/deep'])
  repository.git('submodule', '--quiet', 'deinit', '--force', 'vendor/lib')
  const later = await temporaryWorkspaces(repository, { dataFolder: join(repository.outside, 'data') })
  expect((await lacksOf(findRepository(repository.root), made.base, PATH)).submodules).toEqual(['vendor/lib'])
  const { path } = await later.workspaces.prepare({ ...place, base: made.base })
  expect(readdirSync(join(path, 'vendor/lib'))).toEqual([])
  expect(await intake(later.workspaces, made.base)).toEqual({ kind: 'unchanged' })
  writeFileSync(join(path, 'vendor/lib/index.js'), 'invented\n')
  expect(await intake(later.workspaces, made.base)).toMatchObject({ findings: [{ rule: 'submodule-changed' }] })
})

const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])
const sha256 = createHash('sha256').update(image).digest('hex')
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${image.length}\n`

/** As a clone looks without git-lfs, or before it fetched: the pointer is committed, the content somewhere or nowhere. */
function withPointer(content: 'stored' | 'checked out' | 'elsewhere'): TemporaryRepository {
  const repository = temporaryRepository({
    '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n',
    'fixtures/a.png': pointer,
    'src/a.js': '1\n',
    'not-kept.txt': pointer,
  })
  const stored = join(repository.root, '.git/lfs/objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  mkdirSync(dirname(stored), { recursive: true })
  if (content === 'stored') writeFileSync(stored, image)
  if (content === 'checked out') writeFileSync(join(repository.root, 'fixtures/a.png'), image)
  return repository
}

test.each(['stored', 'checked out'] as const)(
  'a file of Git LFS that is %s has its content in workspaces and checkouts, and stays a pointer in commits',
  async (content) => {
    proves('F47')
    using repository = withPointer(content)
    const { workspaces } = await temporaryWorkspaces(repository)
    expect(await lacksOf(findRepository(repository.root), repository.head, PATH)).toEqual({
      submodules: [],
      largeFiles: [],
      filtered: [],
    })
    const { path } = await workspaces.prepare({ ...place, base: repository.head })
    await using checkout = await workspaces.open({ commit: repository.head })
    for (const folder of [path, checkout.path]) {
      expect(readFileSync(join(folder, 'fixtures/a.png'))).toEqual(image)
      expect(readFileSync(join(folder, 'not-kept.txt'), 'utf8')).toBe(pointer)
    }
    writeFileSync(join(path, 'src/a.js'), '2\n')
    const taken = await intake(workspaces, repository.head)
    if (taken.kind !== 'committed') throw new Error(JSON.stringify(taken))
    expect(taken.changed).toEqual(['src/a.js'])
    expect(Buffer.from((await workspaces.read(taken.commit, 'fixtures/a.png')) ?? []).toString()).toBe(pointer)
    writeFileSync(join(path, 'fixtures/a.png'), 'another')
    writeFileSync(join(path, 'fixtures/b.png'), 'new')
    expect(await intake(workspaces, taken.commit)).toMatchObject({
      findings: [{ rule: 'filtered-file', message: expect.stringContaining('fixtures/a.png, fixtures/b.png') }],
    })
  },
)

test('a file of Git LFS that is not here lies there as its pointer, and is named as lacking; a false content is not taken', async () => {
  proves('F47')
  using repository = withPointer('elsewhere')
  const stored = join(repository.root, '.git/lfs/objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  writeFileSync(stored, Buffer.alloc(image.length))
  const { workspaces } = await temporaryWorkspaces(repository)
  expect((await lacksOf(findRepository(repository.root), repository.head, PATH)).largeFiles).toEqual(['fixtures/a.png'])
  const { path } = await workspaces.prepare({ ...place, base: repository.head })
  expect(readFileSync(join(path, 'fixtures/a.png'), 'utf8')).toBe(pointer)
  expect(await intake(workspaces, repository.head)).toEqual({ kind: 'unchanged' })
})

const hasLfs = ((): boolean => {
  try {
    execFileSync('git', ['lfs', 'version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test(`what git-lfs itself made reads the same (here it is ${hasLfs ? 'used' : 'missing, so its files are made by hand'})`, async () => {
  proves('F47')
  using repository = hasLfs ? temporaryRepository({ 'src/a.js': '1\n' }) : withPointer('stored')
  if (hasLfs) {
    repository.git('lfs', 'install', '--local')
    repository.git('lfs', 'track', '*.png')
    mkdirSync(join(repository.root, 'fixtures'))
    writeFileSync(join(repository.root, 'fixtures/a.png'), image)
  }
  const head = repository.commit('Image')
  expect(repository.git('show', 'HEAD:fixtures/a.png')).toBe(pointer.trim())
  const { workspaces } = await temporaryWorkspaces(repository)
  const { path } = await workspaces.prepare({ ...place, base: head })
  expect(readFileSync(join(path, 'fixtures/a.png'))).toEqual(image)
})
