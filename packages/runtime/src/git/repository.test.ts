import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../testing/index.ts'
import { inspectRepository, uncommittedPaths, usableRepository } from './repository.ts'

const { PATH = '' } = process.env

test('a repository is found from any folder in it, with its branch, commit and changes', async () => {
  using repository = temporaryRepository({ 'src/a.js': '1\n', 'src/b.js': '1\n', '.gitignore': 'dist\n' })
  repository.write('src/a.js', '2\n')
  repository.write('src/b.js', '2\n')
  repository.git('add', 'src/b.js')
  repository.write('new file.js', '')
  repository.write('dist/out.js', '')
  const before = repository.fingerprint()
  expect(await inspectRepository(join(repository.root, 'src'), PATH)).toEqual({
    root: repository.root,
    gitDir: join(repository.root, '.git'),
    commonDir: join(repository.root, '.git'),
    objectFormat: 'sha1',
    head: repository.head,
    branch: 'main',
    dirty: ['new file.js', 'src/a.js', 'src/b.js'],
    state: 'clean',
  })
  expect(repository.fingerprint()).toBe(before)
})

test('a detached HEAD is a valid state', async () => {
  using repository = temporaryRepository()
  repository.git('checkout', '--quiet', '--detach')
  expect(await usableRepository(repository.root, PATH)).toMatchObject({ head: repository.head, branch: null })
})

test('a linked worktree shares the repository’s objects', async () => {
  using repository = temporaryRepository()
  const tree = join(repository.outside, 'tree')
  repository.git('worktree', 'add', '--quiet', '-b', 'side', tree)
  const found = await usableRepository(tree, PATH)
  expect(await uncommittedPaths(found, PATH)).toEqual([])
  expect(found).toMatchObject({
    root: realpathSync(tree),
    gitDir: join(repository.root, '.git/worktrees/tree'),
    commonDir: join(repository.root, '.git'),
    branch: 'side',
  })
})

test('what is no repository, is bare or has no commit is refused, each by name', async () => {
  using repository = temporaryRepository()
  const plain = join(repository.outside, 'plain')
  const bare = join(repository.outside, 'bare.git')
  const fresh = join(repository.outside, 'fresh')
  mkdirSync(plain)
  repository.git('init', '--quiet', '--bare', bare)
  repository.git('init', '--quiet', fresh)
  await expect(inspectRepository(plain, PATH)).rejects.toMatchObject({ code: 'not-a-repository' })
  await expect(inspectRepository(bare, PATH)).rejects.toMatchObject({ code: 'bare-repository' })
  await expect(usableRepository(fresh, PATH)).rejects.toMatchObject({ code: 'no-commits' })
  expect(await inspectRepository(fresh, PATH)).toMatchObject({ head: null, dirty: [] })
})

test('an operation that is in progress is refused with its way out', async () => {
  for (const [file, state] of [
    ['MERGE_HEAD', 'merging'],
    ['CHERRY_PICK_HEAD', 'cherry-picking'],
    ['REVERT_HEAD', 'reverting'],
    ['BISECT_LOG', 'bisecting'],
  ] as const) {
    using repository = temporaryRepository()
    writeFileSync(join(repository.root, '.git', file), `${repository.head}\n`)
    await expect(usableRepository(repository.root, PATH)).rejects.toMatchObject({
      code: 'operation-in-progress',
      message: expect.stringContaining(state),
      hint: expect.stringContaining('git '),
    })
  }
})

test('a rebase that stopped at a conflict is seen', async () => {
  using repository = temporaryRepository({ a: '1\n' })
  repository.git('checkout', '--quiet', '-b', 'side')
  repository.write('a', '2\n')
  repository.commit('Two')
  repository.git('checkout', '--quiet', 'main')
  repository.write('a', '3\n')
  repository.commit('Three')
  expect(() => repository.git('rebase', 'side')).toThrow('conflict')
  expect(await inspectRepository(repository.root, PATH)).toMatchObject({ state: 'rebasing' })
})

test('looking at a repository runs none of its filters, hooks or helpers', async () => {
  using repository = temporaryRepository({ 'a.txt': '1\n' })
  const canary = join(repository.outside, 'canary')
  for (const key of ['filter.x.clean', 'filter.x.smudge', 'core.fsmonitor', 'diff.external', 'diff.x.textconv']) {
    repository.git('config', key, `touch ${canary}; cat`)
  }
  repository.write('.gitattributes', '* filter=x diff=x\n')
  repository.write('a.txt', '2\n')
  expect((await inspectRepository(repository.root, PATH)).dirty).toEqual(['.gitattributes', 'a.txt'])
  expect(existsSync(canary)).toBe(false)
  repository.git('status')
  expect(existsSync(canary), 'the canary must be one that sings under plain git').toBe(true)
})

test('a HEAD that is known is not enough where git cannot be started', async () => {
  using repository = temporaryRepository()
  expect(await usableRepository(repository.root, PATH)).toMatchObject({ head: repository.head })
  await expect(usableRepository(repository.root, '/nowhere')).rejects.toMatchObject({
    code: 'git-missing',
    hint: 'Install git 2.38 or newer.',
  })
})
