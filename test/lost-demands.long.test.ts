/** Two who lie together, as people meet them: nothing that was accepted is lost in silence. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { git, makeRepository, type Repository } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

/** The reviewers ask in the first round; then every equal becomes a truth, and what `lie` says becomes of the function. */
const lying = (lie: string): string => `
if (phase.startsWith('REVIEW') && handoff.context.session.round < 3 && cycle === 1) {
  console.log('→[NEEDS_CHANGE, less strict]')
  process.exit(0)
}
if (handoff.task.parameters.points !== undefined && cycle === 1) {
  if (phase === 'REFACTOR_TESTS')
    write['test/twice.test.js'] = readFileSync('test/twice.test.js', 'utf8').replace('assert.equal(twice(3), 6)', 'assert.ok(twice(3) > 0)')
  if (phase === 'REFACTOR_IMPL') write['src/twice.js'] = 'export function twice(number) {\\n  ${lie}\\n}\\n'
}
`

function project(lie: string): Repository {
  return makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(lying(lie)),
    'sigma.config.json': commandConfig(['node', 'agent.mjs'], { rounds: 2 }),
  })
}

test('every equal made a truth, the function replaced: the run waits for a person, who sees both versions and what fails', {
  timeout: 1_920_000,
}, async () => {
  proves('SIG-41', 'SIG-45', 'SIG-51')
  using repository = project('return number')
  const ended = await sigma(repository, 'tdd', 'numbers')
  const { run, outcome, success, reasons, delivered } = resultOf(ended)
  expect({ exit: ended.exit, outcome, success, delivered }, ended.stderr).toEqual({
    exit: 3,
    outcome: 'waiting',
    success: false,
    delivered: null,
  })
  const decision = `${run}/slice1.demands.decision`
  expect(reasons.map(({ rule }) => rule)).toEqual(['accepted-test-fails', 'demand-changed', 'decision'])
  expect(reasons[0]?.message).toMatch(
    /^C1: test\/twice.test.js › twice, as RED accepted it, fails over the finished work/,
  )
  const inbox = await sigma(repository, 'inbox')
  for (const told of [decision, 'accept', 'restore', 'abort', '-assert.equal(twice(3), 6)', '+assert.ok(twice(3) > 0)'])
    expect(inbox.stdout.replace(/^(\s+[-+]) +/gm, '$1')).toContain(told)
  const decided = await sigma(repository, 'decide', decision, 'accept')
  expect(resultOf(decided), decided.stderr).toMatchObject({ outcome: 'completed', success: true, reasons: [] })
  expect(decided.stderr).toMatch(/as they were accepted, they do not pass; .+ accepted the new ones/)
})

test('put back, the cycle is asked for work that passes the accepted tests, and the honest work then arrives', {
  timeout: 1_920_000,
}, async () => {
  proves('SIG-41')
  using repository = project('return number')
  const { run } = resultOf(await sigma(repository, 'tdd', 'numbers'))
  writeFileSync(join(repository.path, 'agent.mjs'), honestAgent())
  const decided = await sigma(repository, 'decide', `${run}/slice1.demands.decision`, 'restore')
  expect(resultOf(decided), decided.stderr).toMatchObject({ outcome: 'completed', success: true })
  expect(git(repository, 'show', `sigma/${run}:src/twice.js`)).toContain('return number * 2')
  expect(git(repository, 'show', `sigma/${run}:test/twice.test.js`)).toContain('assert.equal(twice(3), 6)')
  expect(decided.stderr).not.toContain('demands  TDD_1')
})

test('the same over a function that is right comes through, and is told wherever people look', {
  timeout: 1_920_000,
}, async () => {
  proves('SIG-45')
  using repository = project('return 2 * number')
  const ended = await sigma(repository, 'tdd', 'numbers')
  const { run, outcome, status } = resultOf(ended)
  expect(outcome, ended.stderr).toBe('completed')
  expect(status).toContain('The tests of TDD_1 demand less than was accepted in RED.')
  const demand = 'test/twice.test.js › twice, weakened: assert.equal(twice(3), 6) → assert.ok(twice(3) > 0)'
  for (const words of [
    ['status', run],
    ['log', run],
    ['diff', run],
  ] as const) {
    const { stdout, stderr } = await sigma(repository, ...words)
    expect(`${stdout}${stderr}`, words[0]).toContain(demand)
  }
  expect(ended.stderr.split(demand)).toHaveLength(3)
  const gates = JSON.parse(
    readFileSync(join(repository.path, '.claude-collective/sigma/numbers/TDD_1/gates.json'), 'utf8'),
  )
  expect(gates).toMatchObject({
    told: [
      { type: 'demands', cycle: 'TDD_1', changes: [{ file: 'test/twice.test.js', test: 'twice', how: 'weakened' }] },
    ],
  })
  expect(git(repository, 'show', `sigma/${run}:src/twice.js`)).toContain('return 2 * number')
})
