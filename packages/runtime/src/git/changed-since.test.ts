import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../testing/index.ts'
import { changedSince } from './changed-since.ts'

const { PATH = '' } = process.env

test('what changed is looked for at HEAD where it holds the commit, else at the branch, else nowhere; nothing is written', async () => {
  proves('SIG-89')
  using repository = temporaryRepository({ 'a.js': '1\n', 'b.js': '1\n' })
  const { root, git } = repository
  git('checkout', '--quiet', '-b', 'sigma/run')
  repository.write('a.js', '2\n')
  const commit = repository.commit('Work')
  git('checkout', '--quiet', 'main')
  const at = async (branch: string | null) => await changedSince(root, PATH, { commit, branch })
  expect(await at('sigma/run')).toEqual([])
  expect(await at(null)).toBe(null)
  expect(await at('sigma/other')).toBe(null)
  git('checkout', '--quiet', 'sigma/run')
  repository.write('b.js', '2\n')
  repository.commit('More')
  git('checkout', '--quiet', 'main')
  const before = repository.fingerprint()
  expect(await at('sigma/run')).toEqual(['b.js'])
  expect(repository.fingerprint()).toBe(before)
  git('merge', '--quiet', '--ff-only', commit)
  expect(await at('sigma/run')).toEqual([])
  git('rm', '--quiet', 'a.js')
  repository.commit('Less')
  expect(await at(null)).toEqual(['a.js'])
  expect(await changedSince(root, PATH, { commit: 'f'.repeat(40), branch: 'sigma/run' })).toBe(null)
})
