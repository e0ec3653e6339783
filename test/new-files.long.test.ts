import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { git, makeRepository } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

/** Tests share a new helper, and a refactoring extracts a new file; the plan names neither. */
const extracting = `
if (phase === 'RED' && cycle === 1) {
  write['test/support.js'] = "import assert from 'node:assert/strict'\\nexport const equal = (a, b) => assert.equal(a, b)\\n"
  write['test/twice.test.js'] = write['test/twice.test.js'].replace("import assert from 'node:assert/strict'", "import { equal } from './support.js'").replace('assert.equal', 'equal')
}
if (phase === 'REFACTOR_IMPL' && cycle === 1) {
  write['src/times.js'] = 'export function times(number, factor) {\\n  return number * factor\\n}\\n'
  write['src/twice.js'] = "import { times } from './times.js'\\nexport function twice(number) {\\n  return times(number, 2)\\n}\\n"
}
`

test('a new file of the tests and one of the sources come through though the plan names neither', {
  timeout: 960_000,
}, async () => {
  proves('DPTR-73')
  const { run, log, repository } = await played(extracting)
  using _repository = repository
  expect(log).not.toContain('"trespass"')
  const files = git(repository, 'ls-tree', '-r', '--name-only', `sigma/${run}`)
  expect(files.split('\n')).toEqual(expect.arrayContaining(['src/times.js', 'test/support.js']))
})

/** Both cycles make a helper of one name. Whoever is told of the conflict gives its own another one, and uses it. */
const colliding = `
const name = cycle === 1 ? 'twice' : 'half'
const test = 'test/' + name + '.test.js'
const helper = (text) => "import assert from 'node:assert/strict'\\nexport const " + text + " = (a, b) => assert.equal(a, b)\\n"
const uses = (from) => readFileSync(test, 'utf8').replace("'./support.js'", "'./" + from + "'")
if (phase === 'RED') {
  write['test/support.js'] = helper(name + 'Equals')
  write[test] = write[test].replace("import assert from 'node:assert/strict'", "import { " + name + "Equals } from './support.js'").replace('assert.equal', name + 'Equals')
}
const told = (handoff.metadata.refused ?? []).map(({ rule, message }) => rule + ' ' + message).join()
if (phase === 'REFACTOR_TESTS' && told.includes('test/support.js')) {
  const { rmSync } = await import('node:fs')
  write['test/' + name + '-support.js'] = helper(name + 'Equals')
  write[test] = uses(name + '-support.js')
  rmSync('test/support.js')
}
`

test('two cycles that make one new file at the same time are told of the conflict, and go on', {
  timeout: 960_000,
}, async () => {
  proves('F46')
  const { run, log, repository } = await played(colliding)
  using _repository = repository
  expect(log).toMatch(/"conflicted".*test\/support\.js/)
  const files = git(repository, 'ls-tree', '-r', '--name-only', `sigma/${run}`)
  expect(files.split('\n')).toEqual(expect.arrayContaining(['test/half-support.js', 'test/twice-support.js']))
})

/** The second cycle makes a file that the plan names for the first, and is told whose it is; then it leaves it alone. */
const grasping = `
if (phase === 'RED' && cycle === 2) {
  const told = (handoff.metadata.refused ?? []).map(({ rule, message }) => rule + ' ' + message).join()
  if (!/^outside-role .*test\\/twice\\.test\\.js \\(named for TDD_1\\)/.test(told)) write['test/twice.test.js'] = write['test/half.test.js']
}
`

test('a file that the plan names for another cycle is not made', { timeout: 960_000 }, async () => {
  proves('DPTR-73')
  const { log, repository } = await played(grasping)
  using _repository = repository
  expect(log.match(/"rule":"outside-role"/g)).toHaveLength(1)
})

async function played(agent: string) {
  const repository = makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(agent),
    'sigma.config.json': commandConfig(['node', 'agent.mjs']),
  })
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(ended), ended.stderr).toMatchObject({ outcome: 'completed' })
  const { run } = resultOf(ended)
  return { run, repository, log: (await sigma(repository, 'log', run, '--json')).stdout }
}
