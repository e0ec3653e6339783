import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { fingerprint, git, makeRepository, type Repository, writeFiles } from './kit/repository.ts'
import { type Ended, resultOf, sigma, start } from './kit/sigma.ts'

const writes = ['~/seen']

/** A project whose agent, before its last reviews, waits until the branch has moved. */
function movingProject(): Repository {
  const meanwhile = `
if (phase === 'REVIEW_IMPL' && cycle === 1) {
  const { existsSync } = await import('node:fs')
  writeFileSync(process.env.HOME + '/seen/reviews', '')
  while (!existsSync(process.env.HOME + '/seen/moved')) await new Promise((go) => setTimeout(go, 20))
}`
  const agents = { agent: { kind: 'command', command: ['node', 'agent.mjs'], writes } }
  const repository = makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(meanwhile),
    'sigma.config.json': commandConfig([], {}, { agents }),
  })
  mkdirSync(join(repository.home, 'seen'))
  return repository
}

/** Plays the module; meanwhile a person commits these files. */
async function playWhile(repository: Repository, theirs: Readonly<Record<string, string>>): Promise<Ended> {
  const { ended } = start(repository, ['tdd', 'numbers'])
  const seen = (name: string): string => join(repository.home, 'seen', name)
  await Promise.race([ended, until(() => existsSync(seen('reviews')))])
  writeFiles(repository.path, theirs)
  git(repository, 'add', ...Object.keys(theirs))
  git(repository, 'commit', '--quiet', '--message', 'Theirs')
  writeFileSync(seen('moved'), '')
  return await ended
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(20)
}

const theirTest = `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\ntest('theirs', () => assert.ok(true))\n`

test('work on a branch that moved meanwhile is carried over to it, and measured there', {
  timeout: 360_000,
}, async () => {
  using repository = movingProject()
  const theirs = { 'src/theirs.js': 'export const theirs = 1\n', 'test/theirs.test.js': theirTest }
  const ended = await playWhile(repository, theirs)
  const { outcome, success, status, delivered } = resultOf(ended)
  expect([outcome, success], ended.stderr).toEqual(['completed', true])
  const head = git(repository, 'rev-parse', 'main')
  expect(status).toContain(`Carried over to main at ${head.slice(0, 10)}`)
  expect(git(repository, 'merge-base', 'main', delivered?.branch ?? '')).toBe(head)
  expect(git(repository, 'show', `${delivered?.branch}:src/twice.js`)).toContain('number * 2')
  expect(git(repository, 'diff', '--name-status', `main...${delivered?.branch}`)).not.toContain('theirs')
  expect(git(repository, 'log', '--format=%s', `main..${delivered?.branch}`)).toMatch(/^RED: .* \(cycle 1\)$/m)
  const log = await sigma(repository, 'log')
  expect(log.stdout).toMatch(/base look .*main has moved on, to [0-9a-f]{10}\n/)
  expect(log.stdout).toMatch(/base check +sigma measures: pass \(4 tests\)/)
})

test('what does not fit on the branch as it is now waits for a person, and keeps', { timeout: 360_000 }, async () => {
  using repository = movingProject()
  const waiting = await playWhile(repository, { 'src/twice.js': 'export const twice = 2\n' })
  const result = resultOf(waiting)
  expect([waiting.exit, result.outcome], waiting.stderr).toEqual([3, 'waiting'])
  expect(result.reasons[0]).toMatchObject({ rule: 'conflict', message: expect.stringContaining('src/twice.js') })
  const before = fingerprint(repository)
  const kept = await sigma(repository, 'decide', `${result.run}/base.decision`, 'keep')
  expect(resultOf(kept), kept.stderr).toMatchObject({ success: true, outcome: 'completed' })
  expect(resultOf(kept).status).toContain('main has moved; the work stands on what it began from')
  expect(fingerprint(repository)).toEqual(before)
  const base = git(repository, 'rev-parse', 'main~1')
  expect(git(repository, 'merge-base', 'main', resultOf(kept).delivered?.branch ?? '')).toBe(base)
})
