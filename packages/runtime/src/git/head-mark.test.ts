import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { headMark } from './head-mark.ts'
import { headOfRepository } from './repository.ts'

let folder = ''
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim()
const commit = (): string => {
  git('commit', '--quiet', '--allow-empty', '--message', 'More')
  return git('rev-parse', 'HEAD')
}
const head = async () => (await headOfRepository(folder, process.env['PATH'] ?? '')).head

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigma-head-'))
  git('init', '--quiet', '--initial-branch=main')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('HEAD is known by its mark, whatever moved it: a commit, a branch, a packed ref, a detached HEAD', async () => {
  expect(await head()).toBe(null)
  const one = commit()
  expect([await head(), await head()]).toEqual([one, one])
  const two = commit()
  expect(await head()).toBe(two)
  git('branch', 'other', one)
  git('symbolic-ref', 'HEAD', 'refs/heads/other')
  expect(await head()).toBe(one)
  git('pack-refs', '--all')
  expect([await head(), await head()]).toEqual([one, one])
  git('update-ref', 'refs/heads/other', two)
  expect(await head()).toBe(two)
  git('pack-refs', '--all')
  git('update-ref', '-d', 'refs/heads/other')
  expect(await head()).toBe(null)
  git('update-ref', '--no-deref', 'HEAD', one)
  expect(await head()).toBe(one)
})

test('there is no mark where one ref names another, or none is there', () => {
  const gitDir = join(folder, '.git')
  expect(headMark(gitDir, gitDir)).toBe(null)
  commit()
  expect(headMark(gitDir, gitDir)).not.toBe(null)
  writeFileSync(join(gitDir, 'refs/heads/link'), 'ref: refs/heads/main\n')
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/link\n')
  expect(headMark(gitDir, gitDir)).toBe(null)
})
