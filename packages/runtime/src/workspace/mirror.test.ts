import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

test('a mirror follows a workspace, holds what tests read besides, and leaves the workspace alone', async () => {
  using repository = temporaryRepository({ 'src/a.js': '1\n', 'src/b.js': '1\n', '.gitignore': 'local\ndist\n' })
  repository.write('local/data', 'd\n')
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  const into = join(repository.outside, 'mirror')
  const mirror = await workspaces.mirror(path, into, ['local', '.git'])
  const text = (file: string): string => readFileSync(join(into, file), 'utf8')
  expect([text('local/data'), text('src/a.js')]).toEqual(['d\n', '1\n'])
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: into, encoding: 'utf8' }).trim()
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([repository.head, ''])

  writeFileSync(join(path, 'src/a.js'), '2\n')
  mkdirSync(join(path, 'test'))
  writeFileSync(join(path, 'test/new.test.js'), 'new\n')
  rmSync(join(path, 'src/b.js'))
  mkdirSync(join(path, 'src/b.js'))
  writeFileSync(join(path, 'src/b.js/c.js'), 'deep\n')
  mkdirSync(join(path, 'dist'))
  writeFileSync(join(path, 'dist/out.js'), '')
  await mirror.follow()
  expect([text('src/a.js'), text('test/new.test.js'), text('src/b.js/c.js')]).toEqual(['2\n', 'new\n', 'deep\n'])
  // As a gate has it: what git ignores is not taken in.
  expect([existsSync(join(into, 'dist')), text('local/data')]).toEqual([false, 'd\n'])
  expect(git('status', '--porcelain').split('\n')).toContain('M src/a.js')

  // What a test does there is its own affair, and is put right where the workspace changes next.
  writeFileSync(join(into, 'local/data'), 'written\n')
  rmSync(join(into, 'src/a.js'))
  symlinkSync(join(repository.outside, 'elsewhere'), join(into, 'src/a.js'))
  writeFileSync(join(path, 'src/a.js'), '3\n')
  await mirror.follow()
  expect(text('src/a.js')).toBe('3\n')
  expect(existsSync(join(repository.outside, 'elsewhere'))).toBe(false)
  expect(readFileSync(join(repository.root, 'local/data'), 'utf8')).toBe('d\n')
  expect(readdirSync(path).sort()).toEqual(['.gitignore', 'dist', 'src', 'test'])
  const taken = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} })
  expect(taken).toMatchObject({
    kind: 'committed',
    changed: ['src/a.js', 'src/b.js', 'src/b.js/c.js', 'test/new.test.js'],
  })
})

test('a link that an agent puts in the place of a file is a link in the mirror, too, and nothing is read through it', async () => {
  using repository = temporaryRepository({ 'src/a.js': '1\n' })
  writeFileSync(join(repository.outside, 'private'), 'private\n')
  const { workspaces } = await temporaryWorkspaces(repository)
  const { path } = await workspaces.prepare({ run: 'r1', workspace: 'C1', base: repository.head, documents: [] })
  const into = join(repository.outside, 'mirror')
  const mirror = await workspaces.mirror(path, into, ['.git'])
  rmSync(join(path, 'src'), { recursive: true })
  symlinkSync(repository.outside, join(path, 'src'))
  await mirror.follow()
  expect(
    readdirSync(into, { withFileTypes: true })
      .find(({ name }) => name === 'src')
      ?.isSymbolicLink(),
  ).toBe(true)
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: into, encoding: 'utf8' })).not.toContain('private')
})
