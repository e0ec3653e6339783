/** Repositories that are not clean before a run begins, as people have them: told at once, and no matter of any agent. */
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { type Files, git, makeRepository, type Repository } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

const timeout = 120_000

const testFile = (code: string): string =>
  `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n${code}\n`

const sore = testFile(`test('old', () => assert.equal(1, 2))\ntest('fine', () => assert.equal(1, 1))`)

const project = (files: Files, settings: object = {}): Repository =>
  makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(),
    'sigma.config.json': commandConfig(['node', 'agent.mjs'], { tries: 1 }, settings),
    ...files,
  })

test('where not one test can be run the run ends at once, with exit 1, and no agent was asked', {
  timeout,
}, async () => {
  using repository = project({ 'test/zero.test.js': `import '../src/nowhere.js'\n` })
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect([ended.exit, resultOf(ended).outcome], ended.stderr).toEqual([1, 'refused'])
  expect(resultOf(ended).reasons.map(({ rule }) => rule)).toEqual(['cannot-begin', 'no-test-runs', 'old-fault'])
  expect(ended.stderr).not.toContain('is asked')
  expect(git(repository, 'branch', '--list', 'sigma/*')).toBe('')
})

test('what fails already is a question, asked before any agent is', { timeout }, async () => {
  using repository = project({ 'test/sore.test.js': sore })
  const waiting = await sigma(repository, 'tdd', 'numbers')
  const { run, outcome, reasons } = resultOf(waiting)
  expect([waiting.exit, outcome], waiting.stderr).toEqual([3, 'waiting'])
  expect(reasons[0]).toMatchObject({ rule: 'old-failure', message: expect.stringContaining('test/sore.test.js › old') })
  expect(waiting.stderr).not.toContain('is asked')
  expect(run).not.toBe('')
})
