import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../testing/index.ts'
import { usableRepository } from './repository.ts'
import { type SnapshotSpec, workingTreeSnapshot } from './snapshot.ts'

const { PATH = '' } = process.env
const byText = (one: string, other: string): number => (one < other ? -1 : 1)

async function snapshot({ root, outside }: TemporaryRepository, given: Partial<SnapshotSpec> = {}) {
  const env = { PATH, HOME: outside }
  return await workingTreeSnapshot(await usableRepository(root, PATH), { env, without: async () => [], ...given })
}

/** Files of a commit by path: mode and content. */
const filesOf = (repository: TemporaryRepository, commit: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    repository
      .git('ls-tree', '-r', commit)
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [meta = '', path = ''] = line.split('\t')
        const [mode = '', , oid = ''] = meta.split(' ')
        return [path, `${mode} ${repository.git('cat-file', 'blob', oid)}`]
      }),
  )

test('what stands in the working tree is a commit on HEAD: changed, staged, new and removed, and nothing that is ignored', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n', 'b.js': '1\n', 'c/d.js': '1\n', '.gitignore': 'out/\n' })
  const { root } = repository
  repository.write('a.js', '2\n')
  repository.write('b.js', '2\n')
  repository.git('add', 'b.js')
  repository.write('b.js', '3\n')
  rmSync(join(root, 'c'), { recursive: true })
  writeFileSync(join(root, 'c'), 'now a file\n')
  repository.write('new.sh', 'new\n')
  chmodSync(join(root, 'new.sh'), 0o755)
  symlinkSync('a.js', join(root, 'link'))
  repository.write('out/x.js', 'ignored\n')
  repository.write('.git/info/exclude', 'private.txt\n')
  repository.write('private.txt', 'ignored\n')
  writeFileSync(join(repository.outside, 'ignore'), '*.secret\n')
  writeFileSync(join(repository.outside, '.gitconfig'), '[core]\n\texcludesFile = ~/ignore\n')
  repository.write('key.secret', 'ignored\n')
  const before = repository.fingerprint()
  const { commit, paths } = await snapshot(repository)
  expect(repository.fingerprint()).toBe(before)
  expect(filesOf(repository, commit)).toEqual({
    '.gitignore': '100644 out/',
    'a.js': '100644 2',
    'b.js': '100644 3',
    c: '100644 now a file',
    link: '120000 a.js',
    'new.sh': '100755 new',
  })
  expect(paths).toEqual(['a.js', 'b.js', 'c', 'c/d.js', 'link', 'new.sh'])
  expect(repository.git('rev-parse', `${commit}^`)).toBe(repository.head)
  expect(repository.git('fsck', '--strict', commit)).toBe('')
})

test('what lies behind a link that took a folder’s place is gone, and is not read', async () => {
  using repository = temporaryRepository({ 'c/d.js': '1\n' })
  rmSync(join(repository.root, 'c'), { recursive: true })
  writeFileSync(join(repository.outside, 'd.js'), 'outside\n')
  symlinkSync(repository.outside, join(repository.root, 'c'))
  const { commit } = await snapshot(repository)
  expect(filesOf(repository, commit)).toEqual({ c: `120000 ${repository.outside}` })
})

test('a working tree that is as HEAD has it is HEAD; what is not the person’s work is left out', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  expect(await snapshot(repository)).toEqual({ commit: repository.head, paths: [] })
  repository.write('log.md', 'Sigma’s\n')
  expect((await snapshot(repository, { without: async () => ['log.md'] })).commit).toBe(repository.head)
  // Staged, and taken back in the working tree.
  repository.write('a.js', '2\n')
  repository.git('add', 'a.js')
  repository.write('a.js', '1\n')
  expect((await snapshot(repository, { without: async () => ['log.md'] })).commit).toBe(repository.head)
})

test('a repository within it, and a submodule, are as HEAD has them', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  mkdirSync(join(repository.root, 'within'))
  repository.git('init', '--quiet', 'within')
  writeFileSync(join(repository.root, 'within', 'x'), 'x\n')
  repository.write('new.js', '1\n')
  expect((await snapshot(repository)).paths).toEqual(['new.js'])
})

test('more than can be looked at is told with the largest file', async () => {
  using repository = temporaryRepository()
  const { execFileSync } = await import('node:child_process')
  execFileSync('truncate', ['-s', '300M', join(repository.root, 'data.bin')])
  await expect(snapshot(repository)).rejects.toMatchObject({
    code: 'working-tree-large',
    message: expect.stringContaining('data.bin'),
  })
})

test('names that would be something else to git are names', async () => {
  const part = fc.constantFrom('a', '-n', ':(top)x', '"q"', "it's", 'new\nline', '*', 'ä', ' ', '#1', '!x', '[b]')
  const name = fc.array(part, { minLength: 1, maxLength: 2 }).map((parts) => `d/${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), async (names) => {
      using repository = temporaryRepository()
      for (const each of names) repository.write(each, each)
      const { commit, paths } = await snapshot(repository)
      expect(paths.toSorted(byText)).toEqual(names.toSorted(byText))
      const held = repository.git('ls-tree', '-r', '-z', '--name-only', commit).split('\0').filter(Boolean)
      expect(held.filter((path) => path !== 'README.md').toSorted(byText)).toEqual(names.toSorted(byText))
      for (const each of names) expect(readFileSync(join(repository.root, each), 'utf8')).toBe(each)
    }),
    { numRuns: 12 },
  )
})
