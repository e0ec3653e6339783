/** The branch moves while modules are built side by side: a whole run, real git, node:test. */
import { expect, test, vi } from 'vitest'
import { buildsOf, designs } from './kit/modules.ts'
import { recordedIn } from './kit/recorded.ts'
import { git, type Repository, writeFiles } from './kit/repository.ts'
import { type Ended, resultOf, sigma, start } from './kit/sigma.ts'
import { onBranch, wishing } from './kit/wishes.ts'

const names = ['api', 'shop']
const files = designs(names.map((name) => [name, 'nothing'] as const))
const building = (): Repository =>
  wishing(
    names.flatMap((name) => buildsOf({ name, gives: `'${name}: ' + text`, delaysMs: [3_000, 0] })),
    files,
  )

const isBuilding = (repository: Repository): boolean =>
  recordedIn(repository, (reader) => reader.runs().filter(({ protocol }) => protocol === 'tdd'), []).length ===
  names.length

/** Builds both; meanwhile a person does something to the branch. */
async function playWhile(repository: Repository, meanwhile: () => void): Promise<Ended> {
  const begun = start(repository, ['run'])
  await vi.waitUntil(() => isBuilding(repository), { timeout: 300_000, interval: 50 })
  meanwhile()
  return await begun.ended
}

function commit(repository: Repository, theirs: Readonly<Record<string, string>>): void {
  writeFiles(repository.path, theirs)
  git(repository, 'add', ...Object.keys(theirs))
  git(repository, 'commit', '--quiet', '--message', 'Theirs')
}

const theirTest = (passes: boolean): string =>
  `import assert from 'node:assert/strict'\nimport { existsSync } from 'node:fs'\nimport { test } from 'node:test'\ntest('theirs', () => assert.equal(existsSync('src/api.js'), ${passes}))\n`

test('modules built side by side are carried over to a branch that moved meanwhile, and measured there', {
  timeout: 900_000,
}, async () => {
  using repository = building()
  const ended = await playWhile(repository, () => commit(repository, { 'src/theirs.js': 'export const theirs = 1\n' }))
  const { outcome, status, delivered } = resultOf(ended)
  expect(outcome, ended.stdout + ended.stderr).toBe('completed')
  const head = git(repository, 'rev-parse', 'main')
  expect(status).toContain(`Carried over to main at ${head.slice(0, 10)}, and everything run again there.`)
  const branch = delivered?.branch ?? ''
  expect(git(repository, 'merge-base', 'main', branch)).toBe(head)
  for (const name of [...names, 'theirs']) expect(onBranch(repository, branch, `src/${name}.js`)).toContain('export')
})

test('what does not pass on the branch that moved is a person’s to decide, and kept where it stands', {
  timeout: 900_000,
}, async () => {
  using repository = building()
  const waiting = await playWhile(repository, () => commit(repository, { 'test/theirs.test.js': theirTest(false) }))
  expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(3)
  expect(waiting.stderr).toContain('main has moved since the run began, and the work could not be carried over to it.')
  const ended = await sigma(repository, 'decide', resultOf(waiting).run, 'keep')
  const { outcome, status, delivered } = resultOf(ended)
  expect([outcome, status], ended.stderr).toEqual([
    'completed',
    expect.stringContaining('main has moved; the work stands'),
  ])
  expect(onBranch(repository, delivered?.branch ?? '', 'src/shop.js')).toContain('export')
})

test('a branch that was rewritten is told, and the work stands on what it began from', {
  timeout: 900_000,
}, async () => {
  using repository = building()
  const before = git(repository, 'rev-parse', 'main')
  const ended = await playWhile(repository, () => {
    git(repository, 'commit', '--quiet', '--amend', '--message', 'Another history')
  })
  const { outcome, status, delivered } = resultOf(ended)
  expect([outcome, status], ended.stderr).toEqual([
    'completed',
    expect.stringContaining('main was set to another history'),
  ])
  expect(git(repository, 'merge-base', before, delivered?.branch ?? '')).toBe(before)
})
