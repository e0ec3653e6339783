import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { fingerprint, git, makeRepository, type Repository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

/** A project on whose branch somebody commits these files while the last reviews are made. */
function movingProject(theirs: Readonly<Record<string, string>>): Repository {
  const repository = makeRepository(numbers)
  const meanwhile = `
if (phase === 'REVIEW_IMPL' && cycle === 1) {
  const { execFileSync } = await import('node:child_process')
  const at = { cwd: ${JSON.stringify(repository.path)} }
  for (const [path, text] of Object.entries(${JSON.stringify(theirs)})) {
    mkdirSync(dirname(at.cwd + '/' + path), { recursive: true })
    writeFileSync(at.cwd + '/' + path, text)
  }
  execFileSync('git', ['add', ...${JSON.stringify(Object.keys(theirs))}], at)
  execFileSync('git', ['-c', 'user.name=B', '-c', 'user.email=b@example.org', 'commit', '-qm', 'Theirs'], at)
}`
  writeFiles(repository.path, {
    'agent.mjs': honestAgent(meanwhile),
    'sigma.config.json': commandConfig(['node', 'agent.mjs']),
  })
  git(repository, 'add', '--all')
  git(repository, 'commit', '--quiet', '--message', 'An agent')
  return repository
}

const theirTest = `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\ntest('theirs', () => assert.ok(true))\n`

test('work on a branch that moved meanwhile is carried over to it, and measured there', {
  timeout: 90_000,
}, async () => {
  using repository = movingProject({ 'src/theirs.js': 'export const theirs = 1\n', 'test/theirs.test.js': theirTest })
  const ended = await sigma(repository, 'tdd', 'numbers')
  const { outcome, success, status, delivered } = resultOf(ended)
  expect([outcome, success], ended.stderr).toEqual(['completed', true])
  const head = git(repository, 'rev-parse', 'main')
  expect(status).toContain(`Carried over to main at ${head.slice(0, 10)}`)
  expect(git(repository, 'merge-base', 'main', delivered?.branch ?? '')).toBe(head)
  expect(git(repository, 'show', `${delivered?.branch}:src/twice.js`)).toContain('number * 2')
  expect(git(repository, 'diff', '--name-status', `main...${delivered?.branch}`)).not.toContain('theirs')
  expect(git(repository, 'log', '--format=%s', `main..${delivered?.branch}`)).toContain('RED: numbers, cycle 1')
  const log = await sigma(repository, 'log')
  expect(log.stdout).toMatch(/base look .*main has moved on, to [0-9a-f]{10}\n/)
  expect(log.stdout).toMatch(/base check +sigma measures: pass \(4 tests\)/)
})

test('what does not fit on the branch as it is now waits for a person, and keeps', { timeout: 90_000 }, async () => {
  using repository = movingProject({ 'src/twice.js': 'export const twice = 2\n' })
  const waiting = await sigma(repository, 'tdd', 'numbers')
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
