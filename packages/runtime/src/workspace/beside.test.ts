import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const files = {
  'src/a.js': '1\n',
  'fixtures/kept.json': '{}\n',
  '.gitignore': 'local/\nfixtures/*.big\n.env\n.git-*\n',
}

test('what is named beside the commit is laid as copies, and the commit’s own files stay', async () => {
  using repository = temporaryRepository(files)
  repository.write('fixtures/data.big', 'data\n')
  repository.write('fixtures/kept.json', '"changed since"\n')
  repository.write('local/deep/x.txt', 'x\n')
  repository.write('local/.sigma/sigma.db', '')
  repository.write('other.txt', '')
  const { workspaces } = await temporaryWorkspaces(repository)
  await using checkout = await workspaces.open({ commit: repository.head, reads: ['fixtures', 'local/**'] })
  const at = (path: string): string => join(checkout.path, path)
  expect(readFileSync(at('fixtures/data.big'), 'utf8')).toBe('data\n')
  expect(readFileSync(at('fixtures/kept.json'), 'utf8')).toBe('{}\n')
  expect(readFileSync(at('local/deep/x.txt'), 'utf8')).toBe('x\n')
  expect([existsSync(at('other.txt')), existsSync(at('local/.sigma'))]).toEqual([false, false])
  expect(checkout.laid).toEqual({
    'fixtures/data.big': 'sha256:6667b2d1aab6a00caa5aee5af8ad9f1465e567abf1c209d15727d57b3e8f6e5f',
    'local/deep/x.txt': 'sha256:73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac',
  })
  writeFileSync(at('fixtures/data.big'), 'written by a test\n')
  expect(readFileSync(join(repository.root, 'fixtures/data.big'), 'utf8')).toBe('data\n')
})

test('nothing of it is left in the folder of the next checkout', async () => {
  using repository = temporaryRepository(files)
  repository.write('local/x.txt', 'x\n')
  const { workspaces } = await temporaryWorkspaces(repository)
  {
    await using first = await workspaces.open({ commit: repository.head, reads: ['local', '.git'] })
    expect(existsSync(join(first.path, 'local/x.txt'))).toBe(true)
  }
  await using next = await workspaces.open({ commit: repository.head })
  expect([existsSync(join(next.path, 'local')), existsSync(join(next.path, '.git'))]).toEqual([false, false])
})

test('a link out of the project is left out of a glob, and refused by name', async () => {
  using repository = temporaryRepository(files)
  mkdirSync(join(repository.root, 'local'))
  writeFileSync(join(repository.outside, 'private'), 'private\n')
  symlinkSync(join(repository.outside, 'private'), join(repository.root, 'local/link'))
  symlinkSync(repository.outside, join(repository.root, 'away'))
  symlinkSync('../src/a.js', join(repository.root, 'local/inside'))
  symlinkSync(join(repository.root, '.git/config'), join(repository.root, 'local/config'))
  const { workspaces } = await temporaryWorkspaces(repository)
  const open = (reads: readonly string[]) => workspaces.open({ commit: repository.head, reads })
  {
    await using checkout = await open(['local/**', '!local/none'])
    expect(Object.keys(checkout.laid ?? {})).toEqual(['local/inside'])
    expect(readFileSync(join(checkout.path, 'local/inside'), 'utf8')).toBe('1\n')
  }
  for (const path of ['local/link', 'away/private', 'away', 'local/config', '../outside/private', '../**'])
    await expect(open([path])).rejects.toMatchObject({ code: 'reads-outside' })
  await expect(open(['gone.json'])).rejects.toMatchObject({ code: 'reads-missing' })
})

test('a file that is called like a secret is taken by its name alone', async () => {
  using repository = temporaryRepository(files)
  repository.write('.env', 'A=1\n')
  repository.write('local/server.key', 'key\n')
  repository.write('local/plain.txt', '')
  const { workspaces } = await temporaryWorkspaces(repository)
  const laid = async (reads: readonly string[]): Promise<readonly string[]> => {
    await using checkout = await workspaces.open({ commit: repository.head, reads })
    return Object.keys(checkout.laid ?? {})
  }
  expect(await laid(['**'])).toEqual(['local/plain.txt'])
  expect(await laid(['.env', 'local'])).toEqual(['.env', 'local/plain.txt'])
})

test('what would be tried is told with the outermost folder that the commit does not have', async () => {
  using repository = temporaryRepository(files)
  repository.write('local/deep/x.txt', 'x\n')
  repository.write('fixtures/data.big', 'data\n')
  repository.write('.env', 'A=1\n')
  const { workspaces } = await temporaryWorkspaces(repository, {
    environment: { PATH: process.env['PATH'], MINE: '1', MY_TOKEN: 't', URL: 'db://me:pass@host' },
  })
  const paths = ['local/deep/x.txt', 'fixtures/data.big', 'fixtures', 'src/a.js', '.env', 'gone', '.git/HEAD', '../x']
  const variables = ['MINE', 'MY_TOKEN', 'URL', 'NOBODYS']
  expect(await workspaces.beside({ commit: repository.head, paths, variables })).toEqual({
    files: [
      { path: 'local/deep/x.txt', reads: 'local', unfit: null },
      { path: 'fixtures/data.big', reads: 'fixtures/data.big', unfit: null },
      { path: '.env', reads: '.env', unfit: 'secret' },
    ],
    variables: [
      { name: 'MINE', isSecret: false },
      { name: 'MY_TOKEN', isSecret: true },
      { name: 'URL', isSecret: true },
    ],
  })
})

test('variables of the configuration are given, with the person’s own values where it says so', async () => {
  using repository = temporaryRepository(files)
  const environment = { PATH: process.env['PATH'], TZ: 'Asia/Tokyo', MINE: 'm' }
  const { workspaces } = await temporaryWorkspaces(repository, { environment })
  const env = { TZ: 'UTC', OTHER: '$MINE', NONE: '$NOBODYS', PRICE: '$5' }
  await using checkout = await workspaces.open({ commit: repository.head, env })
  expect(checkout.env).toMatchObject({ TZ: 'UTC', OTHER: 'm', PRICE: '$5' })
  expect(checkout.env['NONE']).toBeUndefined()
})
