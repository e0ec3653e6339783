import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { temporaryRepository } from '../testing/index.ts'
import { knownUncommitted, learnUncommitted } from './known-changes.ts'
import { uncommittedPaths, usableRepository } from './repository.ts'

const { PATH = '' } = process.env
const left = (path: string): boolean => path.startsWith('own/')
const interest = { left, kept: async (paths: readonly string[]) => paths.filter((path) => path !== 'text.md') }
const settle = (): Promise<void> => pause(80)

type Repository = ReturnType<typeof temporaryRepository>

function begun(): Repository {
  const repository = temporaryRepository({ 'src/a.js': '1\n', '.gitignore': 'out/\n*.log\n', 'own/a': '1\n' })
  repository.write('new.js', '')
  repository.write('deep/er/new.js', '')
  repository.write('out/made/a.js', '')
  repository.write('data/.gitignore', '*\n')
  repository.write('data/store', '')
  repository.write('text.md', '')
  return repository
}

async function learnt(repository: Repository): Promise<void> {
  await settle()
  await learnUncommitted(await usableRepository(repository.root, PATH), PATH, interest)
}

const known = async (repository: Repository) => knownUncommitted(await usableRepository(repository.root, PATH))

test('what git said is known as long as nothing that it looked at has changed', async () => {
  using repository = begun()
  expect(await known(repository)).toBe(null)
  await learnt(repository)
  const paths = ['deep/er/new.js', 'new.js']
  expect(await known(repository)).toEqual(paths)
  expect(await uncommittedPaths(await usableRepository(repository.root, PATH), PATH)).toEqual([...paths, 'text.md'])
  repository.write('out/made/b.js', '')
  repository.write('data/store', 'more')
  repository.write('data/other/store', '')
  repository.write('own/a', '2\n')
  repository.write('own/b', '2\n')
  expect(await known(repository)).toEqual(paths)
})

test.for<[string, (repository: Repository) => void]>([
  ['a file that git knows', (at) => at.write('src/a.js', '2\n')],
  ['a file that is gone', (at) => rmSync(join(at.root, 'src/a.js'))],
  ['a new file', (at) => at.write('src/b.js', '')],
  ['a new file in a folder without files', (at) => at.write('empty/b.js', '')],
  ['a new file where nothing is known', (at) => at.write('deep/er/b.js', '')],
  ['a list of what is ignored', (at) => at.write('.gitignore', '*.log\n')],
  ['a list of what is ignored among what is left', (at) => at.write('own/.gitignore', '!*\n')],
  ['a list that ignored all beside it', (at) => at.write('data/.gitignore', '*.db\n')],
  ['such a list that is gone', (at) => rmSync(join(at.root, 'data/.gitignore'))],
  ['the list of the repository', (at) => writeFileSync(join(at.root, '.git/info/exclude'), 'new.js\n')],
  ['what is staged', (at) => at.git('add', 'new.js')],
  ['a file among what is ignored that git is told of', (at) => at.git('add', '--force', 'out/made/a.js')],
  ['a file that is of no interest by what it holds', (at) => at.write('text.md', '1\n')],
  ['a commit', (at) => at.git('commit', '--quiet', '--allow-empty', '--message', 'More')],
  ['another repository', (at) => mkdirSync(join(at.root, 'deep/.git'))],
])('with %s changed it is not known any more', async ([, change]) => {
  using repository = begun()
  mkdirSync(join(repository.root, 'empty'))
  mkdirSync(join(repository.root, '.git/info'), { recursive: true })
  await learnt(repository)
  expect(await known(repository)).not.toBe(null)
  change(repository)
  expect(await known(repository)).toBe(null)
  await learnt(repository)
  const all = await uncommittedPaths(await usableRepository(repository.root, PATH), PATH)
  const again = await known(repository)
  if (again !== null) expect(again).toEqual(all.filter((path) => !left(path) && path !== 'text.md'))
})

test('what changed just before it was looked at is not relied upon', async () => {
  using repository = begun()
  const at = await usableRepository(repository.root, PATH)
  // However slow the machine is, git looks right after the last change.
  vi.spyOn(Date, 'now').mockReturnValue(statSync(join(repository.root, 'text.md')).ctimeMs)
  await learnUncommitted(at, PATH, interest)
  expect(await known(repository)).toBe(null)
})
