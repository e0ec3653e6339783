import { appendFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const deeds: Readonly<Record<string, readonly [part: string, deed: (repository: TemporaryRepository) => unknown]>> = {
  'switching branches': ['HEAD', ({ git }) => git('symbolic-ref', 'HEAD', 'refs/heads/other')],
  'moving a branch': ['refs/heads/main', ({ git }) => git('commit', '--quiet', '--allow-empty', '-m', 'x')],
  'making a tag': ['refs/tags/v1', ({ git }) => git('tag', 'v1')],
  staging: ['index', ({ git, write }) => [write('a.js', '2\n'), git('add', 'a.js')]],
  stashing: ['stash', ({ git, write }) => [write('a.js', '2\n'), git('stash')]],
  'changing the configuration': ['config', ({ git }) => git('config', 'core.fsmonitor', 'x')],
  'planting a hook': ['hooks/pre-commit', ({ root }) => writeFileSync(join(root, '.git/hooks/pre-commit'), '')],
  'ignoring by exclude': ['info/exclude', ({ root }) => appendFileSync(join(root, '.git/info/exclude'), 'x\n')],
  'editing a file': [
    'a.js',
    ({ root }) => [writeFileSync(join(root, 'a.js'), '2\n'), utimesSync(join(root, 'a.js'), 1, 1)],
  ],
  'making a file': ['new.js', ({ write }) => write('new.js', '')],
  'removing a file': ['a.js', ({ git }) => git('rm', '--quiet', 'a.js')],
}

test.for(Object.entries(deeds))('%s is seen and named', async ([, [part, deed]]) => {
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const { workspaces } = await temporaryWorkspaces(repository)
  const before = await workspaces.observe()
  deed(repository)
  const after = await workspaces.observe()
  expect(after.hash).not.toBe(before.hash)
  const names = new Set([...Object.keys(before.parts), ...Object.keys(after.parts)])
  expect([...names].filter((name) => before.parts[name] !== after.parts[name])).toContain(part)
})

test('looking changes nothing, and neither do packing refs, delivered branches, ignored files and projections', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n', '.gitignore': 'dist\n' })
  const { workspaces } = await temporaryWorkspaces(repository, { projections: ['memory-bank/**'] })
  const before = await workspaces.observe()
  const bytes = repository.fingerprint()
  expect(await workspaces.observe()).toEqual(before)
  expect(repository.fingerprint()).toBe(bytes)
  repository.git('branch', 'sigma/r1')
  repository.git('pack-refs', '--all')
  repository.write('dist/out.js', '')
  repository.write('memory-bank/active.md', '')
  repository.write('.sigma/store', '')
  expect(await workspaces.observe()).toEqual(before)
})
