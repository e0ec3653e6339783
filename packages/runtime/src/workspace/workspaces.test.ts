import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

test('a workspace equals its base, and only what differs is written when it is used again', async () => {
  using repository = temporaryRepository({ 'src/a.js': '1\n', 'src/b.js': '1\n' })
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  const untouched = statSync(join(path, 'src/a.js'))
  writeFileSync(join(path, 'src/b.js'), '2\n')
  mkdirSync(join(path, 'stray/deep'), { recursive: true })
  writeFileSync(join(path, 'stray/deep/file'), '')
  expect(await workspaces.prepare(place)).toEqual({ path })
  expect(readdirSync(path, { recursive: true }).sort()).toEqual(['src', 'src/a.js', 'src/b.js'])
  expect(readFileSync(join(path, 'src/b.js'), 'utf8')).toBe('1\n')
  expect(statSync(join(path, 'src/a.js'))).toMatchObject({ ino: untouched.ino, mtimeMs: untouched.mtimeMs })
})

test('a file that became a second name of somebody’s becomes a file of its own again', async () => {
  using repository = temporaryRepository({ 'src/a.js': '1\n' })
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  rmSync(join(path, 'src/a.js'))
  linkSync(join(repository.root, 'src/a.js'), join(path, 'src/a.js'))
  await workspaces.prepare(place)
  writeFileSync(join(path, 'src/a.js'), 'by an agent\n')
  expect(readFileSync(join(repository.root, 'src/a.js'), 'utf8')).toBe('1\n')
})

test('a roll-back touches its own workspace only, and what it threw away can be had again', async () => {
  proves('DPTR-116')
  using repository = temporaryRepository({ 'src/a.js': '1\n' })
  repository.write('src/a.js', 'a person’s uncommitted work\n')
  const before = repository.fingerprint()
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', base: repository.head, documents: [] }
  const mine = await workspaces.prepare({ ...place, workspace: 'C1' })
  const other = await workspaces.prepare({ ...place, workspace: 'C2' })
  writeFileSync(join(mine.path, 'src/a.js'), 'half done\n')
  writeFileSync(join(mine.path, 'src/new.js'), 'half done too\n')
  writeFileSync(join(other.path, 'src/a.js'), 'of the other\n')
  await workspaces.restore({ run: 'r1', workspace: 'C1', commit: repository.head })
  expect(readFileSync(join(mine.path, 'src/a.js'), 'utf8')).toBe('1\n')
  expect(existsSync(join(mine.path, 'src/new.js'))).toBe(false)
  expect(readFileSync(join(other.path, 'src/a.js'), 'utf8')).toBe('of the other\n')
  const own = `--git-dir=${join(repository.root, '.sigma/git')}`
  expect(repository.git(own, 'show', 'refs/sigma/discarded/r1/C1/1:src/a.js')).toBe('half done')
  expect(repository.git(own, 'show', 'refs/sigma/discarded/r1/C1/1:src/new.js')).toBe('half done too')
  expect(repository.fingerprint()).toBe(before)
})

test('a person’s fix is taken in whatever the role may write, but for guarded files', async () => {
  using repository = temporaryRepository({ 'src/a.js': '1\n', 'test/a.js': '1\n', 'package.json': '{}\n' })
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  expect(workspaces.pathOf('r1', 'C1')).toBe(path)
  for (const file of ['src/a.js', 'test/a.js']) writeFileSync(join(path, file), 'fixed\n')
  const spec = { ...place, guarded: ['package.json'], message: 'Fix by hand', trailers: { 'Sigma-By': 'ada' } }
  expect(await workspaces.takeInFix(spec)).toMatchObject({ kind: 'committed', changed: ['src/a.js', 'test/a.js'] })
  writeFileSync(join(path, 'package.json'), '{"scripts":{}}\n')
  expect(await workspaces.takeInFix(spec)).toMatchObject({ kind: 'trespass', findings: [{ rule: 'guarded-file' }] })
})

test('documents and names that lead elsewhere are refused before anything is written', async () => {
  using repository = temporaryRepository()
  const { workspaces, blobs } = await temporaryWorkspaces(repository)
  const blob = blobs.put('x')
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  for (const path of ['../evil.md', '/etc/evil', 'a/../../evil', '.git/config', 'a//b', 'a\nb', '']) {
    await expect(workspaces.prepare({ ...place, documents: [{ path, blob }] }), path).rejects.toMatchObject({
      code: 'unsafe-document',
    })
  }
  for (const name of ['..', 'a/b', '-x', 'checks', '', 'a.lock']) {
    await expect(workspaces.prepare({ ...place, workspace: name }), name).rejects.toMatchObject({ code: 'unsafe-name' })
  }
  await expect(workspaces.prepare({ ...place, base: '0'.repeat(40) })).rejects.toMatchObject({ code: 'lost-commit' })
  await expect(workspaces.prepare({ ...place, base: '--output=x' })).rejects.toMatchObject({ code: 'unsafe-revision' })
})

test('locks and half-written files of a killed host hold nothing up, and nothing is done twice', async () => {
  using repository = temporaryRepository({ 'src/a.js': '1\n' })
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const spec = { ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} }
  const now = (): number => 1_700_000_000_000
  const first = await temporaryWorkspaces(repository, { now })
  const { path } = await first.workspaces.prepare(place)
  writeFileSync(join(path, 'src/a.js'), '2\n')
  const taken = await first.workspaces.intake(spec)
  const own = join(repository.root, '.sigma/git')
  for (const left of [
    'packed-refs.lock',
    'shallow.lock',
    'refs/sigma/runs/r1/C1/2.lock',
    'sigma-index-1',
    'objects/pack/tmp_pack_x',
  ]) {
    writeFileSync(join(own, left), 'left behind')
  }
  mkdirSync(
    join(repository.outside, 'cache', readdirSync(join(repository.outside, 'cache'))[0] ?? '', 'checks/999999999-dead'),
  )
  const second = await temporaryWorkspaces(repository, { now })
  expect(await second.workspaces.intake(spec)).toEqual(taken)
  expect(repository.git(`--git-dir=${own}`, 'for-each-ref', '--format=%(refname)', 'refs/sigma/runs')).toBe(
    'refs/sigma/runs/r1/C1/1',
  )
  expect(readdirSync(own).filter((name) => /lock|sigma-index/.test(name))).toEqual([])
  expect(readdirSync(join(path, '../../checks'))).toEqual([])
})
