/** Repositories that are not clean before a run begins, as people have them: told at once, and no matter of any agent. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { type Files, git, makeRepository, type Repository } from './kit/repository.ts'
import { type Ended, resultOf, sigma, start } from './kit/sigma.ts'

const timeout = 480_000

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

/** Begins and is cut off while HEAD is measured. */
async function cutOff(repository: Repository, args: readonly string[], how: 'kill' | 'stop'): Promise<Ended> {
  const { child, ended } = start(repository, args)
  let told = ''
  child.stderr?.on('data', (part: Buffer) => {
    told += part.toString()
  })
  // It says so when it has the project, and HEAD is the first that it measures.
  for (let tries = 0; tries < 1_200 && !/begins|goes on/.test(told); tries += 1) await delay(50)
  await delay(1_500)
  if (how === 'kill') process.kill(-(child.pid ?? 0), 'SIGKILL')
  else await sigma(repository, 'stop')
  const over = await ended
  return { ...over, stderr: told }
}

test('what fails already is a question before any agent is asked, through kill -9 and stop; the run goes on with it and ends well', {
  timeout: 2 * timeout,
}, async () => {
  // At HEAD alone there is time to cut it off.
  const slow = `import { existsSync } from 'node:fs'
const isHead = !existsSync(new URL('../src/twice.js', import.meta.url))
if (isHead) await new Promise((go) => setTimeout(go, 10_000))
`
  using repository = project({ 'test/sore.test.js': `${slow}${sore}` })
  expect((await cutOff(repository, ['tdd', 'numbers', '--json'], 'kill')).signal).toBe('SIGKILL')
  const stopped = await cutOff(repository, ['resume', '--json'], 'stop')
  expect(resultOf(stopped).outcome, stopped.stderr).toBe('halted')
  const waiting = await sigma(repository, 'resume', '--json')
  const { run, outcome, reasons } = resultOf(waiting)
  expect([waiting.exit, outcome], waiting.stderr).toEqual([3, 'waiting'])
  expect(reasons[0]).toMatchObject({ rule: 'old-failure', message: expect.stringContaining('test/sore.test.js › old') })
  expect(waiting.stderr).not.toContain('is asked')
  const ended = await sigma(repository, 'decide', `${run}/baseline.decision`, 'go-on', '--json')
  expect([ended.exit, resultOf(ended).outcome], ended.stderr).toEqual([0, 'completed'])
  expect(resultOf(ended).status).toContain('1 test or file fails as before the run.')
  const log = await sigma(repository, 'log')
  expect(log.stdout).toMatch(/baseline check +sigma measures: 3 tests, 1 test or file fails already[;\n]/)
  expect(log.stdout).toMatch(/C1 green check +sigma measures: pass \(.*1 test or file fails as before the run/)
  expect((await sigma(repository, 'status')).stdout).toContain('Before the run: 1 test or file fails.')
})

test('with old failures that are known the run asks nobody, and mends what it mends', { timeout }, async () => {
  using repository = project({
    'sigma.config.json': commandConfig(['node', 'agent.mjs'], { tries: 1 }, { tests: { tolerate: 'known' } }),
    'test/early.test.js': testFile(
      `test('early', async () => assert.equal((await import('../src/twice.js')).twice(4), 8))`,
    ),
  })
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect([ended.exit, resultOf(ended).outcome], ended.stderr).toEqual([0, 'completed'])
  expect(resultOf(ended).status).not.toContain('before the run')
  expect(ended.stderr).toContain('Before the run: 1 test or file fails.')
})
