import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../testing/index.ts'
import { excludeFolder } from './exclude.ts'
import { inspectRepository } from './repository.ts'

const { PATH = '' } = process.env

test('git leaves the folder out by its own list, once, and nothing but the list is written', async () => {
  proves('ROOM-126')
  using repository = temporaryRepository({ 'a.js': '1\n' })
  repository.write('.plasmodium/agents.json', '[]\n')
  const found = await inspectRepository(repository.root, PATH)
  const status = (): string => repository.git('status', '--porcelain', '--untracked-files=all')
  expect(status()).toContain('.plasmodium/agents.json')
  expect(await excludeFolder(found, PATH, '.plasmodium')).toBe(true)
  expect(status()).toBe('')
  const list = readFileSync(join(repository.root, '.git/info/exclude'), 'utf8')
  expect(await excludeFolder(found, PATH, '.plasmodium')).toBe(false)
  expect(readFileSync(join(repository.root, '.git/info/exclude'), 'utf8')).toBe(list)
})

test('what the person tracks stays tracked', async () => {
  proves('ROOM-126')
  using repository = temporaryRepository({ 'part/.plasmodium/config.json': '{}\n' })
  const found = await inspectRepository(repository.root, PATH)
  expect(await excludeFolder(found, PATH, 'part/.plasmodium')).toBe(false)
  repository.write('part/.plasmodium/agents.json', '[]\n')
  expect(repository.git('status', '--porcelain')).toContain('part/.plasmodium/agents.json')
})

test('a list that somebody else ended without a line end stays as it was, and a linked worktree shares it', async () => {
  proves('ROOM-126')
  using repository = temporaryRepository({ 'a.js': '1\n' })
  repository.write('.git/info/exclude', '*.log')
  const tree = join(repository.outside, 'tree')
  repository.git('worktree', 'add', '--quiet', '-b', 'side', tree)
  expect(await excludeFolder(await inspectRepository(tree, PATH), PATH, 'odd [x]')).toBe(true)
  expect(readFileSync(join(repository.root, '.git/info/exclude'), 'utf8')).toBe('*.log\n/odd\\ \\[x\\]/\n')
  repository.write('odd [x]/a', '')
  expect(repository.git('status', '--porcelain')).toBe('')
})
