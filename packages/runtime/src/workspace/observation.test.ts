import { appendFileSync, linkSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const inGit =
  (path: string, text = 'x\n') =>
  ({ root }: TemporaryRepository) =>
    writeFileSync(join(root, '.git', path), text)

const deeds: Readonly<Record<string, readonly [part: string, deed: (repository: TemporaryRepository) => unknown]>> = {
  'switching branches': ['HEAD', ({ git }) => git('symbolic-ref', 'HEAD', 'refs/heads/other')],
  'moving a branch': ['refs/heads/main', ({ git }) => git('commit', '--quiet', '--allow-empty', '-m', 'x')],
  'making a tag': ['refs/tags/v1', ({ git }) => git('tag', 'v1')],
  staging: ['index', ({ git, write }) => [write('a.js', '2\n'), git('add', 'a.js')]],
  stashing: ['stash', ({ git, write }) => [write('a.js', '2\n'), git('stash')]],
  'changing the configuration': ['config', ({ git }) => git('config', 'core.fsmonitor', 'x')],
  'making a branch where Sigma delivers': ['refs/heads/sigma/x', ({ git }) => git('branch', 'sigma/x')],
  'borrowing objects': ['objects/info/alternates', inGit('objects/info/alternates', '')],
  'pretending a merge': ['MERGE_HEAD', inGit('MERGE_HEAD')],
  'leaving a lock': ['index.lock', inGit('index.lock')],
  'making a worktree': [
    'worktrees/tree',
    ({ git, outside }) => git('worktree', 'add', '--detach', join(outside, 'tree')),
  ],
  'planting a hook': ['hooks/pre-commit', ({ root }) => writeFileSync(join(root, '.git/hooks/pre-commit'), '')],
  'ignoring by exclude': ['info/exclude', ({ root }) => appendFileSync(join(root, '.git/info/exclude'), 'x\n')],
  'editing a file': [
    'a.js',
    ({ root }) => [writeFileSync(join(root, 'a.js'), '2\n'), utimesSync(join(root, 'a.js'), 1, 1)],
  ],
  'making a file': ['new.js', ({ write }) => write('new.js', '')],
  'editing a file, with its size and time set back': [
    'a.js',
    ({ root }) => {
      const { atime, mtime } = statSync(join(root, 'a.js'))
      writeFileSync(join(root, 'a.js'), '3\n')
      utimesSync(join(root, 'a.js'), atime, mtime)
    },
  ],
  'making an ignored file': ['.env', ({ write }) => write('.env', '')],
  'editing what is installed': ['node_modules/dep/index.js', ({ write }) => write('node_modules/dep/index.js', '2\n')],
  'removing a file': ['a.js', ({ git }) => git('rm', '--quiet', 'a.js')],
}

test.for(Object.entries(deeds))('%s is seen and named', async ([, [part, deed]]) => {
  using repository = temporaryRepository({ 'a.js': '1\n', '.gitignore': 'node_modules\n.env\n' })
  repository.write('node_modules/dep/index.js', '1\n')
  const { workspaces } = await temporaryWorkspaces(repository)
  const before = await workspaces.observe()
  deed(repository)
  const after = await workspaces.observe()
  expect(after.hash).not.toBe(before.hash)
  const names = new Set([...Object.keys(before.parts), ...Object.keys(after.parts)])
  expect([...names].filter((name) => before.parts[name] !== after.parts[name])).toContain(part)
})

test('looking changes nothing, and neither do packing refs, delivered branches, ignored folders and projections', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n', '.gitignore': 'dist\n' })
  const { workspaces } = await temporaryWorkspaces(repository, {
    projections: () => ({ globs: ['own/**'], regions: new Map([['memory-bank/progress.md', 'progress']]) }),
  })
  await workspaces.prepare({ run: 'r1', workspace: 'C1', base: repository.head, documents: [] })
  const before = await workspaces.observe()
  const bytes = repository.fingerprint()
  expect(await workspaces.observe()).toEqual(before)
  expect(repository.fingerprint()).toBe(bytes)
  await workspaces.deliver({ run: 'r1', commit: repository.head })
  repository.git('pack-refs', '--all')
  repository.write('dist/out.js', '')
  repository.write('own/events.log', '')
  const begin = `<!-- sigma:begin progress ${'0'.repeat(16)} -->`
  repository.write('memory-bank/progress.md', `${begin}\nSigma's\n<!-- sigma:end progress -->\n`)
  repository.write('.sigma/store', '')
  expect(await workspaces.observe()).toEqual(before)
})

test('names that files get or lose elsewhere are no change, and what is written under any of them is', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n', 'b.js': '1\n', '.gitignore': 'node_modules\n' })
  const at = (path: string): string => join(repository.root, path)
  const elsewhere = (name: string): string => join(repository.outside, name)
  // As pnpm installs: each file is one of its store's.
  writeFileSync(elsewhere('stored.js'), '1\n')
  mkdirSync(at('node_modules/dep'), { recursive: true })
  linkSync(elsewhere('stored.js'), at('node_modules/dep/index.js'))
  // A time that can be put back exactly.
  for (const file of [at('b.js'), elsewhere('stored.js')]) utimesSync(file, 1_000, 1_000)
  const { workspaces } = await temporaryWorkspaces(repository)
  const before = await workspaces.observe()
  linkSync(elsewhere('stored.js'), elsewhere('of-another-project.js'))
  linkSync(at('a.js'), elsewhere('backup.js'))
  expect(await workspaces.observe()).toEqual(before)
  for (const name of ['of-another-project.js', 'backup.js']) rmSync(elsewhere(name))
  expect(await workspaces.observe()).toEqual(before)
  linkSync(elsewhere('stored.js'), elsewhere('for-a-moment.js'))
  rmSync(elsewhere('for-a-moment.js'))
  expect(await workspaces.observe()).toEqual(before)

  const changed = async (): Promise<readonly string[]> => {
    const { parts } = await workspaces.observe()
    return Object.keys(parts).filter((part) => parts[part] !== before.parts[part])
  }
  const putBack = (path: string, text: string): void => {
    const { atime, mtime } = statSync(path)
    writeFileSync(path, text)
    utimesSync(path, atime, mtime)
  }
  putBack(elsewhere('stored.js'), '2\n')
  expect(await changed()).toEqual(['node_modules/dep/index.js'])
  // Of a file with one name the time tells even what was put back.
  putBack(at('b.js'), '1\n')
  expect(await changed()).toEqual(['b.js', 'node_modules/dep/index.js'])
})

test('what others write around a region of Sigma’s is seen and named', async () => {
  using repository = temporaryRepository({ 'memory-bank/progress.md': '# Progress\n' })
  const regions = new Map([['memory-bank/progress.md', 'progress' as const]])
  const { workspaces } = await temporaryWorkspaces(repository, { projections: () => ({ globs: [], regions }) })
  const region = (text: string): string =>
    `<!-- sigma:begin progress ${'0'.repeat(16)} -->\n${text}\n<!-- sigma:end progress -->\n`
  const before = await workspaces.observe()
  repository.write('memory-bank/progress.md', `# Progress\n${region('one')}`)
  expect(await workspaces.observe()).toEqual(before)
  repository.write('memory-bank/progress.md', `# Progress\nby another hand\n${region('two')}`)
  const after = await workspaces.observe()
  expect(Object.keys(after.parts).filter((name) => after.parts[name] !== before.parts[name])).toEqual([
    'memory-bank/progress.md',
  ])
})

test('what is done to a submodule of the person’s is seen by name, its HEAD as well', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const lib = join(repository.outside, 'lib')
  repository.git('init', '--quiet', lib)
  writeFileSync(join(lib, 'index.js'), '1\n')
  repository.git('-C', lib, 'add', '--all')
  repository.git('-C', lib, 'commit', '--quiet', '-m', 'Lib')
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', lib, 'vendor/lib')
  repository.commit('Lib')
  const { workspaces } = await temporaryWorkspaces(repository)
  const before = await workspaces.observe()
  expect((await workspaces.observe()).hash).toBe(before.hash)
  writeFileSync(join(repository.root, 'vendor/lib/index.js'), '2\n')
  repository.git('-C', 'vendor/lib', 'checkout', '--quiet', '--detach')
  const after = await workspaces.observe()
  const changed = Object.keys(after.parts).filter((part) => after.parts[part] !== before.parts[part])
  expect(changed).toEqual(expect.arrayContaining(['vendor/lib HEAD', 'vendor/lib/index.js']))
})
