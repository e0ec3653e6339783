import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import type { WorkspaceStore } from './workspaces.ts'

const place = { run: 'r1', workspace: 'C1', documents: [] }

async function work(workspaces: WorkspaceStore, base: string, content: string | Buffer): Promise<string> {
  const { path } = await workspaces.prepare({ ...place, base })
  writeFileSync(join(path, 'a.js'), content)
  const rules = { writes: ['**'], guarded: [], message: 'Work', trailers: {} }
  const taken = await workspaces.intake({ ...place, base, ...rules })
  if (taken.kind !== 'committed') throw new Error(taken.kind)
  return taken.commit
}

test('locks that a killed sigma left in Sigma’s own git folder are removed; those of the user stay, and stop nothing', async () => {
  proves('F45')
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const own = join(repository.root, '.sigma/git')
  const first = await work((await temporaryWorkspaces(repository)).workspaces, repository.head, '2\n')
  mkdirSync(join(own, 'refs/sigma/runs/r1/C1'), { recursive: true })
  for (const lock of ['packed-refs.lock', 'HEAD.lock', 'shallow.lock', 'refs/sigma/runs/r1/C1/2.lock'])
    writeFileSync(join(own, lock), '')
  writeFileSync(join(own, 'sigma-index-left'), 'half an index')
  const theirs = ['index.lock', 'refs/heads/main.lock', 'HEAD.lock', 'packed-refs.lock', 'config.lock']
  for (const lock of theirs) writeFileSync(join(repository.root, '.git', lock), '')
  const { workspaces } = await temporaryWorkspaces(repository)
  const second = await work(workspaces, first, '3\n')
  await workspaces.deliver({ run: 'r1', commit: second })
  expect(readdirSync(own, { recursive: true }).filter((name) => /\.lock$|sigma-index/.test(String(name)))).toEqual([])
  for (const lock of theirs) {
    expect(existsSync(join(repository.root, '.git', lock))).toBe(true)
    rmSync(join(repository.root, '.git', lock))
  }
  expect(repository.git('show', 'sigma/r1:a.js')).toBe('3')
})

test('a lock on Sigma’s own branch that is older than anybody waits was left behind, and is removed', async () => {
  proves('F45')
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const { workspaces } = await temporaryWorkspaces(repository)
  const commit = await work(workspaces, repository.head, '2\n')
  mkdirSync(join(repository.root, '.git/refs/heads/sigma'))
  const lock = join(repository.root, '.git/refs/heads/sigma/r1.lock')
  writeFileSync(lock, '')
  utimesSync(lock, 1, 1)
  expect(await workspaces.deliver({ run: 'r1', commit })).toEqual({ branch: 'sigma/r1' })
  expect(existsSync(lock)).toBe(false)
})

test('without Sigma’s git folder: a new run begins, what was delivered goes on, and what is lost is said in a sentence', async () => {
  proves('F48')
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const before = await temporaryWorkspaces(repository)
  const delivered = await work(before.workspaces, repository.head, '2\n')
  await before.workspaces.deliver({ run: 'r1', commit: delivered })
  const open = await work(before.workspaces, delivered, '3\n')
  rmSync(join(repository.root, '.sigma/git'), { recursive: true })
  const { workspaces } = await temporaryWorkspaces(repository)
  await expect(workspaces.prepare({ ...place, base: open })).rejects.toMatchObject({
    code: 'lost-commit',
    message: expect.stringMatching(
      new RegExp(`${open} .*\\.sigma/git\\. .*is lost; what was delivered is on its branches`),
    ),
    hint: 'sigma inbox',
  })
  const again = await work(workspaces, delivered, '3\n')
  await work(workspaces, repository.head, 'anew\n')
  // The branch holds what Sigma no longer knows that it delivered, so it is not moved, only named.
  await expect(workspaces.deliver({ run: 'r1', commit: again })).rejects.toMatchObject({ code: 'branch-taken' })
  expect(await workspaces.deliver({ run: 'r2', commit: again })).toEqual({ branch: 'sigma/r2' })
  expect(repository.git('log', '--format=%s', 'sigma/r2')).toBe('Work\nWork\nStart')
})

test('objects of the user’s that were damaged in Sigma’s git folder are taken in again', async () => {
  proves('F48')
  using repository = temporaryRepository({ 'a.js': '1\n' })
  await work((await temporaryWorkspaces(repository)).workspaces, repository.head, '2\n')
  const packs = join(repository.root, '.sigma/git/objects/pack')
  for (const name of readdirSync(packs)) rmSync(join(packs, name))
  const { workspaces } = await temporaryWorkspaces(repository)
  const commit = await work(workspaces, repository.head, '3\n')
  expect(await workspaces.deliver({ run: 'r2', commit })).toEqual({ branch: 'sigma/r2' })
})

test('where the disk is full, a turn is not taken in; once there is room it is', async () => {
  proves('F49')
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const program = `
    import { temporaryWorkspaces } from ${JSON.stringify(new URL('../testing/index.ts', import.meta.url).href)}
    const repository = ${JSON.stringify({ root: repository.root, outside: repository.outside })}
    const { workspaces } = await temporaryWorkspaces(repository)
    const place = { run: 'r1', workspace: 'C1', base: ${JSON.stringify(repository.head)}, documents: [] }
    const rules = { writes: ['**'], guarded: [], message: 'Work', trailers: {} }
    await workspaces.intake({ ...place, ...rules }).then(
      (taken) => console.log(JSON.stringify(taken)),
      (error) => console.log(error.code + ' ' + error.message))`
  const { workspaces } = await temporaryWorkspaces(repository)
  const { path } = await workspaces.prepare({ ...place, base: repository.head })
  writeFileSync(join(path, 'a.js'), randomBytes(1_000_000))
  // No file may grow beyond 64 KB: to git that is a disk without room.
  const limited = (blocks: string): string =>
    execFileSync(
      'sh',
      [
        '-c',
        `trap "" XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`,
        process.execPath,
        '--input-type=module',
        '-e',
        program,
      ],
      {
        encoding: 'utf8',
      },
    )
  expect(limited('128')).toMatch(/^git-failed git hash-object failed/)
  const refs = repository.git(`--git-dir=${join(repository.root, '.sigma/git')}`, 'for-each-ref', 'refs/sigma/runs')
  expect(refs).toBe('')
  expect(limited('unlimited')).toContain('"kind":"committed"')
  repository.git(`--git-dir=${join(repository.root, '.sigma/git')}`, 'fsck', '--no-dangling')
})

test('an object that was cut short by a loss of power is named, and nothing is made of it', async () => {
  proves('F49')
  using repository = temporaryRepository({ 'a.js': '1\n' })
  const own = join(repository.root, '.sigma/git')
  const commit = await work((await temporaryWorkspaces(repository)).workspaces, repository.head, '2\n')
  truncateSync(join(own, 'objects', commit.slice(0, 2), commit.slice(2)), 0)
  const { workspaces } = await temporaryWorkspaces(repository)
  await expect(workspaces.prepare({ ...place, base: commit })).rejects.toMatchObject({ code: 'lost-commit' })
  await expect(workspaces.deliver({ run: 'r1', commit })).rejects.toMatchObject({ code: expect.any(String) })
  expect(repository.git('for-each-ref', 'refs/heads/sigma')).toBe('')
})
