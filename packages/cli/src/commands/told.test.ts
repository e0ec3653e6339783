/** Lost demands and risen measures are told by status, log, summary and inbox; shown on recorded runs. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { openReader } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { kits } from '@sigma/protocols'
import { recordedProject } from '@sigma/protocols/tdd/testing'
import { expect, test } from 'vitest'
import { summaryText } from '../playing/summary.ts'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'

const changes = Array.from({ length: 12 }, (_, at) => ({
  cycle: 'C1',
  file: 'test/a.test.js',
  test: `adds ${at}`,
  how: 'weakened',
  before: 'assert.equal(add(1, 2), 3)',
  after: at === 0 ? null : 'assert.ok(add(1, 2))',
}))
const rose = [{ rule: 'complexity-rose', message: 'The code decides in 2 places and did in 1.' }]

/** A project with a run in whose journal this was told. */
async function told(verdict: 'pass' | 'fail' = 'pass'): Promise<TemporaryProject> {
  using recorded = await recordedProject('run-1', ({ gate }) => {
    if (gate === 'demands')
      return { verdict, data: { failing: verdict === 'pass' ? [] : ['C1'], changes }, patch: '-equal(1, 1)\n+ok(1)\n' }
    return gate === 'refactor' ? { verdict: 'pass', data: { rose } } : 'pass'
  })
  const project = await temporaryProject({ 'package.json': '{}' })
  cpSync(recorded.folder, join(project.root, '.sigma'), { recursive: true })
  return project
}

function summaryOf(project: TemporaryProject): string {
  const place = { top: project.root, root: project.root, configFile: null, folder: join(project.root, '.sigma') }
  using reader = openReader({ folder: place.folder, protocols: kits })
  const run = reader.run('run-1')
  if (run === null) throw new Error('no run')
  const settled = { result: reader.result('run-1'), decisions: reader.inbox('run-1') }
  return summaryText({ world: worldOf(project), place, session: { reader } }, run, settled, 1)
}

const demand = 'test/a.test.js › adds 1, weakened: assert.equal(add(1, 2), 3) → assert.ok(add(1, 2))'
const gone = 'test/a.test.js › adds 0, weakened: assert.equal(add(1, 2), 3)\n'
const demands = 'demands   TDD_1: of what its tests demanded: 12 weakened; as they were accepted, they pass'
const measures = /measures {2}TDD_1, REFACTOR_IMPL, as it was asked for: The code decides in 2 places and did in 1\./

test('status, log and the summary name every demand that is gone, and what got harder to follow', async () => {
  proves('SIG-45')
  using project = await told()
  const world = commandWorld(project)
  const { stdout: status } = await world.run('status', 'run-1')
  for (const text of [status, summaryOf(project)]) {
    expect(text).toContain(demands)
    expect(text).toContain(demand)
    expect(text).toContain(gone)
    expect(text).not.toContain('adds 10')
    expect(text).toContain('and 2 more (sigma log --json)')
    expect(text).toMatch(measures)
  }
  expect(status).toContain('The tests of TDD_1 demand less than was accepted in RED.')
  const { stdout: log } = await world.run('log', 'run-1')
  expect(log).toContain(`! ${demand}`)
  expect(log).toContain('! test/a.test.js › adds 11')
  expect(log).toMatch(/The code decides in 2 places and did in 1\./)
})

test('whoever decides is shown in the inbox what fails and each demand as it was and as it is', async () => {
  proves('SIG-41')
  using project = await told('fail')
  const { stdout: inbox } = await commandWorld(project).run('inbox')
  for (const text of [inbox, summaryOf(project)]) {
    expect(text).toContain('run-1/slice1.demands.decision')
    expect(text).toContain('scripted-fail')
    expect(text).toContain('`assert.equal(add(1, 2), 3)` became `assert.ok(add(1, 2))`.')
    expect(text).toMatch(/-equal\(1, 1\)\n +\+ok\(1\)\n/)
  }
})
